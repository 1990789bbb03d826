import { describe, expect, test } from "vitest";

import {
  bare,
  moduleOf,
  namedTypesOf,
  problemsIn,
  problemsOf,
  readFiles,
  readSpec,
  typeOf,
} from "../plugin.test.fixture.js";

const text = { shape: "string" };
const property = (name: string, type: unknown, required = true): unknown => ({ name, type, required });
const ref = (name: string): unknown => ({ shape: "ref", name });

/** The messages of a spec's problems. */
function messagesOf(spec: string, declarations: string): string[] {
  return readSpec(spec, declarations).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

describe("what the compiler makes of types", () => {
  const renamed = "type Renamed<T> = { [P in keyof T as `the_${string & P}`]: T[P] };";

  test.each([
    ["A & Renamed<{ b: number }>", [property("a", text), property("the_b", { shape: "number" })]],
    ['{ a: "x" } & Texts<{ a: number }>', [property("a", { shape: "literal", value: "x" })]],
    ['Partial<Owner["spec"]>', [property("a", text, false)]],
    ["Sized<{ a: string; b: number }>", [property("a", { shape: "boolean" }), property("b", { shape: "number" })]],
    ["A & ReturnType<typeof build>", [property("a", text), property("at", { shape: "number" })]],
    ['Omit<{ [key: string]: number; known: 1 }, "known">', undefined],
  ])("%s", (type, properties) => {
    const declarations = `${renamed}
      interface A { a: string }
      interface Owner { spec: { a: string } }
      type Texts<T> = { [P in keyof T]: string };
      type Sized<T> = { [P in keyof T]: T[P] extends string ? boolean : number };
      function build() { return { at: 1 }; }`;
    const expected =
      properties === undefined ? { shape: "record", values: { shape: "number" } } : { shape: "object", properties };
    expect(typeOf(type, declarations)).toEqual(expected);
  });

  test.each([
    ["Exclude<boolean | string, true>", { shape: "union", members: [text, { shape: "literal", value: false }] }],
    ['Extract<"a-1" | "b", `a-${string}`>', { shape: "literal", value: "a-1" }],
    ["(string | null) & {}", text],
    ["string extends readonly unknown[] ? 1 : 2", { shape: "literal", value: 2 }],
    ['List[number]["id"]', { shape: "enum", values: ["b", "a"] }],
    ["(typeof frozen)[number]", { shape: "enum", values: ["b", "a"] }],
    ["Awaited<Promise<string>>", text],
    ["Exclude<string | number[], any[]>", text],
    ["keyof { [key: string]: 1 }", { shape: "union", members: [{ shape: "number" }, text] }],
    ["Partial<string[]>", { shape: "array", items: text }],
  ])("%s", (type, expected) => {
    const declarations = `
      type List = { id: "b" | "a" }[];
      const frozen = Object.freeze(["b", "a"] as const);`;
    expect(typeOf(type, declarations)).toEqual(expected);
  });

  test("an interface may extend what is computed", () => {
    const declarations = `${renamed} interface S extends Renamed<{ a: string }> { own: number }`;
    expect(namedTypesOf("{ s: S }", declarations)).toEqual({
      S: { shape: "object", properties: [property("the_a", text), property("own", { shape: "number" })] },
    });
  });

  test("declarations and augmentations that no model imports are seen, where the tsconfig includes them", () => {
    const result = readFiles({
      "tsconfig.json": '{ "compilerOptions": { "module": "nodenext" }, "include": ["src", "types"] }',
      "types/globals.d.ts":
        "declare namespace Geo { interface Point { lat: number } } interface Settings { a: string }",
      "src/account.ts": "export interface Account { id: string }",
      "src/augment.ts": 'export {}; declare module "./account.js" { interface Account { plan: "free" } }',
      "src/models/thing.ts": moduleOf(
        "{ a: Geo.Point; b: Settings; c: Account }",
        'import type { Account } from "../account.js";',
      ),
    });
    expect(problemsIn(result)).toEqual([]);
    expect(bare(result.project.types)).toMatchObject([
      { name: "Account", type: { properties: [{ name: "id" }, { name: "plan" }] } },
      { name: "GeoPoint" },
      { name: "Settings" },
    ]);
  });

  test("the values of a JSON file", () => {
    const result = readFiles({
      "src/models/config.json": '{ "port": 80, "hosts": ["a"] }',
      "src/models/thing.ts": moduleOf(
        "{ a: typeof config }",
        'import config from "./config.json" with { type: "json" };',
      ),
    });
    expect(problemsIn(result)).toEqual([]);
    expect(bare(result.project.models[0]?.spec?.type)).toMatchObject({
      properties: [
        { type: { properties: [{ name: "port" }, { name: "hosts", type: { shape: "array", items: text } }] } },
      ],
    });
  });
});

describe("names, comments and tags come along", () => {
  const slug = "/** @maxLength 63 */ type Slug = string; interface Box<T> { value: T; list: T[]; maybe: T | null }";
  const boxed = { shape: "union", members: [ref("Slug"), { shape: "null" }] };

  test.each([
    ["Slug[]", { shape: "array", items: ref("Slug") }],
    ["Record<string, Slug>", { shape: "record", values: ref("Slug") }],
    ["[Slug, string]", { shape: "tuple", items: [ref("Slug"), text], required: 2 }],
    ["Readonly<Slug[]>", { shape: "array", items: ref("Slug"), isReadonly: true }],
    ['{ [P in "a"]: Slug }', { shape: "object", properties: [property("a", ref("Slug"))] }],
    ["Extract<Slug | number, string>", ref("Slug")],
    ["NonNullable<Slug | null>", ref("Slug")],
    ['Box<Slug>["maybe"]', boxed],
    ['Pick<Box<Slug>, "value">', { shape: "object", properties: [property("value", ref("Slug"))] }],
  ])("%s", (type, expected) => {
    expect(typeOf(type, slug)).toEqual(expected);
  });

  test("a generic type given an alias is another than one given what the alias stands for", () => {
    expect(Object.keys(namedTypesOf("{ a: Box<Slug>; b: Box<string>; c: Box<Slug> }", slug))).toEqual([
      "BoxOfSlug",
      "BoxOfString",
      "Slug",
    ]);
  });

  test("a name is not taken from where it may not have been meant", () => {
    const declarations = `${slug}
      type Plain<T> = { [P in keyof T]: string };
      type Either<T> = T extends 1 ? Slug : string;`;
    const plain = { shape: "object", properties: [property("a", text)] };
    expect(typeOf("Plain<{ a: Slug }>", declarations)).toEqual(plain);
    expect(problemsOf("Either<2>", declarations)).toEqual(["CM4014 T extends 1 ? Slug : string"]);
  });

  test("what another model calls a type is nothing to others", () => {
    const declarations = `${slug}
      type Many<T> = T extends unknown[] ? T : T[];`;
    const { project } = readSpec("{ x: Many<string>; slugs: Slug[] }", declarations);
    const [model] = project.models;
    expect(bare(model?.spec?.type)).toMatchObject({
      properties: [
        { name: "x", type: { shape: "ref", name: "ManyOfString" } },
        { name: "slugs", type: { shape: "array", items: { shape: "ref", name: "Slug" } } },
      ],
    });
  });

  test("tags go through a mapped type that renames, in an intersection as well", () => {
    const declarations = `
      interface Base { /** @maxLength 3 */ name: string }
      type Renamed<T> = { [K in keyof T as \`the_\${K & string}\`]: T[K] };`;
    const name = property("the_name", { ...text, constraints: { maxLength: 3 } });
    expect(typeOf("Renamed<Base> & { other: string }", declarations)).toEqual({
      shape: "object",
      properties: [property("other", text), name],
    });
  });

  test("tags in the arguments of a generic type that was computed are reported", () => {
    const declarations = `${slug}
      interface Box<T> { value: T }
      type First<T extends unknown[]> = T[0];`;
    expect(problemsOf("First<[Box<Slug>]>", declarations)).toEqual(["CM4014 T[0]"]);
    expect(problemsOf("First<[Box<Slug[]>]>", declarations)).toEqual(["CM4014 T[0]"]);
    expect(problemsOf("First<[Box<string>]>", declarations)).toEqual([]);
    expect(problemsOf("Box<Slug> | null", declarations)).toEqual([]);
  });

  test("a type that was given a name may be open", () => {
    const declarations = "interface A { all?: A[]; a?: unknown } interface B { all?: B[]; b?: string }";
    const { diagnostics } = readSpec("{\n  /** @additionalProperties */\n  x: A & B }", declarations);
    expect(diagnostics.map(({ code }) => code)).not.toContain("CM4005");
  });

  test("the tags of one property are not those of another that a mapped type gave its name", () => {
    const declarations = "interface Base { /** @maxLength 3 */ a: string; b: string }";
    const merged = '{ [K in keyof Base as "one"]: Base[K] }';
    expect(problemsOf(merged, declarations)).toEqual([`CM4014 ${merged}`]);
  });

  test("tags of all declarations of an intersection hold", () => {
    const declarations =
      "interface A { /** @minLength 1 */ a: string } interface B { /** Of B.\n * @maxLength 3 */ a: string }";
    expect(typeOf("A & B", declarations)).toEqual({
      shape: "object",
      properties: [
        {
          name: "a",
          type: { ...text, constraints: { minLength: 1, maxLength: 3 } },
          required: true,
          documentation: { description: "Of B." },
        },
      ],
    });
  });

  test("tags about another type are left out where a mapped type changes the type; the comment stays", () => {
    const declarations = `interface A { /** Its name.\n * @default x @maxLength 3 @immutable */ a: string }
      type Flags<T> = { [P in keyof T]: boolean };`;
    expect(namedTypesOf("{ x: Flags<A> }", declarations)).toEqual({
      FlagsOfA: {
        shape: "object",
        properties: [
          {
            ...Object(property("a", { shape: "boolean" })),
            documentation: { description: "Its name." },
            immutable: true,
          },
        ],
      },
    });
  });
});

describe("problems are told where the author can see them", () => {
  test("at the property that brings them in, with the path to the cause, once", () => {
    const files = {
      "node_modules/far/package.json": '{ "name": "far", "version": "1.0.0", "types": "index.d.ts" }',
      "node_modules/far/index.d.ts":
        "export interface Far { near: { when: Date; run(): void; also: Date } } export interface Schema<T> { output: T; parse(): void } export type Output<S> = S extends Schema<infer T> ? T : never;",
      "src/models/thing.ts": moduleOf(
        "{ a: Far; b?: Output<Schema<{ ok: string }>> }",
        'import type { Far, Output, Schema } from "far";',
      ),
    };
    const result = readFiles(files);
    expect(problemsIn(result)).toEqual(["CM3002 Far"]);
    expect(result.diagnostics[0]?.message).toMatch(/^spec\.a\.near: /);
  });

  test.each([
    [
      "{ a: { k: 1 } & { k: 2 } }",
      "CM3020 `k` has no values: it is declared as `1` (src/models/thing.ts:3) and as `2`",
    ],
    ["{ a: Grow<[]> }", "CM3011 The type arguments of `Grow` grow without end."],
    ["{ a: Around }", "CM3019 `Around` refers to itself without end."],
    ["{ a: Exclude<N1 | string, N2> }", undefined],
    ["{ a: void }", "CM3001 `void` has no form in JSON."],
    ["{ a: Function }", "CM3001 `Function` has no form in JSON."],
    ["{ a: Iterable<string> }", "CM3001 `Iterable<string>` has no form in JSON."],
  ])("%s", (spec, expected) => {
    const declarations =
      "type Grow<N extends unknown[]> = { next?: Grow<[...N, 1]>; other?: Grow<[...N, 2]> }; type Around = Around | string; interface N1 { next?: N1; a: string } interface N2 { next?: N2; b: string }";
    const [message = "", ...others] = messagesOf(spec, declarations);
    expect(others).toEqual([]);
    expect(message.startsWith(expected ?? "")).toBe(true);
    if (expected === undefined) expect(message).toBe("");
  });
});
