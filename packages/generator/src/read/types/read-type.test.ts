import { describe, expect, test } from "vitest";

import {
  bare,
  namedTypesOf,
  problemsIn,
  problemsOf,
  readPropertyOf,
  readSpec,
  typeOf,
} from "../plugin.test.fixture.js";

describe("scalars", () => {
  test.each([
    ["string", { shape: "string" }],
    ["number", { shape: "number" }],
    ["boolean", { shape: "boolean" }],
    ["null", { shape: "null" }],
    ["Integer", { shape: "integer" }],
    ["Int64", { shape: "int64" }],
    ["Timestamp", { shape: "timestamp" }],
    ['import("@cmgen/model").Integer', { shape: "integer" }],
    ['"a"', { shape: "literal", value: "a" }],
    ["1.5", { shape: "literal", value: 1.5 }],
    ["-1", { shape: "literal", value: -1 }],
    ["true", { shape: "literal", value: true }],
    ["`a`", { shape: "literal", value: "a" }],
    ["(string)", { shape: "string" }],
  ])("%s", (type, expected) => {
    expect(typeOf(type)).toEqual(expected);
  });

  test("a scalar keeps its name under another one", () => {
    const declarations = 'import type { Integer as Whole } from "@cmgen/model";';
    expect(typeOf("Whole", declarations)).toEqual({ shape: "integer" });
  });
});

describe("unions", () => {
  test.each([
    ['"a" | "b"', { shape: "enum", values: ["a", "b"] }],
    ['"b" | "a" | "b"', { shape: "enum", values: ["b", "a"] }],
    ["1 | 2 | true", { shape: "enum", values: [1, 2, true] }],
    ["true | false", { shape: "boolean" }],
    ['true | "a" | false', { shape: "union", members: [{ shape: "boolean" }, { shape: "literal", value: "a" }] }],
    ["string | null", { shape: "union", members: [{ shape: "string" }, { shape: "null" }] }],
    [
      "string | (number | null)",
      { shape: "union", members: [{ shape: "string" }, { shape: "number" }, { shape: "null" }] },
    ],
    ['"a" | null | "b"', { shape: "union", members: [{ shape: "enum", values: ["a", "b"] }, { shape: "null" }] }],
    ['string | "a"', { shape: "string" }],
    ['"a" | (string & {})', { shape: "string" }],
    ["string | string", { shape: "string" }],
    ["string | never", { shape: "string" }],
  ])("%s", (type, expected) => {
    expect(typeOf(type)).toEqual(expected);
  });

  test("the order is the source's, whatever the program has met before", () => {
    const declarations = 'export type Earlier = "z" | "y" | "x";';
    expect(typeOf('"x" | "z" | "y"', declarations)).toEqual({ shape: "enum", values: ["x", "z", "y"] });
  });

  test("undefined makes a property optional", () => {
    expect(readPropertyOf("string | undefined")).toMatchObject({ required: false, type: { shape: "string" } });
    expect(readPropertyOf("Maybe", "export type Maybe = string | undefined;")).toMatchObject({ required: false });
    expect(readPropertyOf("string")).toMatchObject({ required: true });
  });

  test("a property that can only be undefined is none", () => {
    expect(readPropertyOf("undefined")).toBeNull();
  });

  test("one that can only be never is none where it may be left out, and a mistake where it may not", () => {
    expect(readSpec("{ x?: never }").project.models[0]?.spec?.type).toMatchObject({ properties: [] });
    expect(problemsOf("never")).toEqual(["CM3012 x: never"]);
  });

  test("a discriminator is found, through names and enums", () => {
    const declarations = `
      export interface Circle { type: "circle"; radius: number }
      export interface Square { type: "square" | "rhombus"; side: number }`;
    expect(typeOf("Circle | Square | null", declarations)).toMatchObject({ discriminator: "type" });
    expect(typeOf('{ a: 1; b: "x" } | { a: 1; b: "y" }')).toMatchObject({ discriminator: "b" });
    expect(typeOf('{ a?: "x" } | { a?: "y" }')).not.toHaveProperty("discriminator");
    expect(typeOf('{ a: "x" } | { a: "x" | "y" }')).not.toHaveProperty("discriminator");
    expect(typeOf('{ a: "x" } | string')).not.toHaveProperty("discriminator");
  });
});

describe("lists", () => {
  const strings = { shape: "array", items: { shape: "string" } };

  test.each([
    ["string[]", strings],
    ["Array<string>", strings],
    ["readonly string[]", { ...strings, isReadonly: true }],
    ["ReadonlyArray<string>", { ...strings, isReadonly: true }],
    ["Readonly<string[]>", { ...strings, isReadonly: true }],
    [
      "(string | null)[]",
      { shape: "array", items: { shape: "union", members: [{ shape: "string" }, { shape: "null" }] } },
    ],
    ["[string, number]", { shape: "tuple", items: [{ shape: "string" }, { shape: "number" }], required: 2 }],
    [
      "[name: string, age?: number]",
      { shape: "tuple", items: [{ shape: "string" }, { shape: "number" }], required: 1 },
    ],
    ["[string, number?]", { shape: "tuple", items: [{ shape: "string" }, { shape: "number" }], required: 1 }],
    ["[string, ...number[]]", { shape: "tuple", items: [{ shape: "string" }], required: 1, rest: { shape: "number" } }],
    [
      "[first: string, ...rest: number[]]",
      { shape: "tuple", items: [{ shape: "string" }], required: 1, rest: { shape: "number" } },
    ],
    ["readonly [string]", { shape: "tuple", items: [{ shape: "string" }], required: 1, isReadonly: true }],
    ["[]", { shape: "tuple", items: [], required: 0 }],
  ])("%s", (type, expected) => {
    expect(typeOf(type)).toEqual(expected);
  });

  test("a tuple spread into another brings its elements", () => {
    expect(typeOf("[...Pair, boolean]", "export type Pair = [string, number];")).toEqual({
      shape: "tuple",
      items: [{ shape: "string" }, { shape: "number" }, { shape: "boolean" }],
      required: 3,
    });
  });

  test("what JSON lists cannot be", () => {
    expect(problemsOf("[...string[], number]")).toEqual(["CM3008 number"]);
    expect(problemsOf("(string | undefined)[]")).toEqual(["CM3009 (string | undefined)"]);
    expect(problemsOf("never[]")).toEqual(["CM3012 never"]);
  });
});

describe("objects", () => {
  const a = { name: "a", type: { shape: "string" }, required: true };
  const b = { name: "b", type: { shape: "number" }, required: false };

  test.each([
    ["{ a: string; b?: number }", { shape: "object", properties: [a, b] }],
    ["{ readonly a: string }", { shape: "object", properties: [a] }],
    ['{ "a": string }', { shape: "object", properties: [a] }],
    ["Record<string, number>", { shape: "record", values: { shape: "number" } }],
    ["{ [key: string]: number }", { shape: "record", values: { shape: "number" } }],
    ["Record<string, number | undefined>", { shape: "record", values: { shape: "number" } }],
    ['Record<"a", string>', { shape: "object", properties: [a] }],
    [
      "Record<`x-${string}`, number>",
      { shape: "record", values: { shape: "number" }, keyPattern: "^x-[\\s\\S]*$", keyTemplates: ["`x-${string}`"] },
    ],
    [
      "{ [key: `x-${string}`]: number }",
      { shape: "record", values: { shape: "number" }, keyPattern: "^x-[\\s\\S]*$", keyTemplates: ["`x-${string}`"] },
    ],
    [
      "{ a: string; [key: string]: string | number }",
      {
        shape: "object",
        properties: [a],
        additional: { shape: "union", members: [{ shape: "string" }, { shape: "number" }] },
      },
    ],
    ["{ a: string } & { b?: number }", { shape: "object", properties: [a, b] }],
    ["Partial<{ a: string }>", { shape: "object", properties: [{ ...a, required: false }] }],
    ["Required<{ b?: number }>", { shape: "object", properties: [{ ...b, required: true }] }],
    ["Required<{ b?: number | undefined }>", { shape: "object", properties: [{ ...b, required: true }] }],
    ["Required<Required<{ b?: number }>>", { shape: "object", properties: [{ ...b, required: true }] }],
    [
      "{ [P in keyof Required<{ b?: number }>]-?: Required<{ b?: number }>[P] }",
      { shape: "object", properties: [{ ...b, required: true }] },
    ],
    ["Required<{ b: number | undefined }>", { shape: "object", properties: [{ ...b, required: false }] }],
    ['Required<Record<"b", number | undefined>>', { shape: "object", properties: [{ ...b, required: false }] }],
    ['{ [P in "b"]-?: number | undefined }', { shape: "object", properties: [{ ...b, required: false }] }],
    ["Readonly<{ a: string; b?: number }>", { shape: "object", properties: [a, b] }],
    ['Pick<{ a: string; b?: number }, "b">', { shape: "object", properties: [b] }],
    ['Omit<{ a: string; b?: number }, "b">', { shape: "object", properties: [a] }],
    ['Partial<Record<"b", number>>', { shape: "object", properties: [b] }],
    ['{ [P in "b"]?: number }', { shape: "object", properties: [b] }],
    [
      "{ [P in keyof { a: string; b?: number }]: { a: string; b?: number }[P] }",
      { shape: "object", properties: [a, b] },
    ],
    [
      "{ [P in keyof { a: number; b?: string }]-?: string }",
      {
        shape: "object",
        properties: [a, { name: "b", type: { shape: "string" }, required: true }],
      },
    ],
  ])("%s", (type, expected) => {
    expect(typeOf(type)).toEqual(expected);
  });

  test("names that plain objects treat as their own are names", () => {
    expect(
      typeOf('{ __proto__: string; constructor: string; "a-b": string; "": string; class: string }'),
    ).toMatchObject({
      properties: [{ name: "__proto__" }, { name: "constructor" }, { name: "a-b" }, { name: "" }, { name: "class" }],
    });
  });

  test("a constant may name a property", () => {
    expect(typeOf("{ [KEY]: string }", 'const KEY = "a";')).toEqual({ shape: "object", properties: [a] });
  });

  test("what is no data is refused", () => {
    expect(problemsOf("{ run(): void }")).toEqual(["CM3002 run(): void"]);
    expect(problemsOf("{ new (): string }")).toEqual(["CM3002 new (): string"]);
    expect(problemsOf("{ [key: `x-${string}`]: string; [key: `y-${string}`]: number }")).toEqual([
      "CM3014 [key: `x-${string}`]: string;",
    ]);
  });

  test("keys of a form stand beside names", () => {
    expect(typeOf("{ a: string; [key: `x-${string}`]: string }")).toMatchObject({
      shape: "object",
      properties: [a],
      additional: { shape: "string" },
      keyPattern: "^x-[\\s\\S]*$",
    });
  });
});

describe("what has no form in JSON", () => {
  test.each([
    ["any", "CM3005 any"],
    ["unknown", "CM3005 unknown"],
    ["object", "CM3005 object"],
    ["{}", "CM3005 {}"],
    ["() => void", "CM3001 () => void"],
    ["new () => string", "CM3001 new () => string"],
    ["symbol", "CM3001 symbol"],
    ["bigint", "CM3015 bigint"],
    ["1n", "CM3015 1n"],
    ["Date", "CM3003 Date"],
    ["Map<string, string>", "CM3003 Map<string, string>"],
    ["Missing", "CM3004 Missing"],
    ["string & number", "CM3007 string & number"],
  ])("%s", (type, expected) => {
    expect(problemsOf(type)).toEqual([expected]);
  });

  test("classes of the plugin, and enums whose values have to be computed", () => {
    expect(problemsOf("Address", "class Address { street = ''; }")).toEqual(["CM3003 Address"]);
    expect(problemsOf("Size", "enum Size { A = Math.random() }")).toEqual(["CM3013 A = Math.random()"]);
  });

  test("each problem is told once, wherever it is met", () => {
    expect(problemsOf("{ a: Box<any>; b: Box<any> }", "interface Box<T> { value: T; other: T }")).toEqual([
      "CM3005 any",
      "CM3005 any",
    ]);
  });
});

describe("tags that take anything", () => {
  test.each([
    ["/** @additionalProperties */ a: any", { shape: "json", schema: true }],
    ["/** @additionalProperties */ a: unknown[]", { shape: "array", items: { shape: "json", schema: true } }],
    ["/** @additionalProperties */ a: object", { shape: "record", values: { shape: "json", schema: true } }],
    [
      "/** @additionalProperties */ a: Record<string, unknown>",
      { shape: "record", values: { shape: "json", schema: true } },
    ],
    ["/** @additionalProperties */ a: Date", { shape: "json", schema: true }],
    ['/** @schema {"type": "string"} */ a: () => void', { shape: "json", schema: { type: "string" } }],
    [
      "/** @additionalProperties */ a: { b: string }",
      {
        shape: "object",
        properties: [{ name: "b", type: { shape: "string" }, required: true }],
        additional: { shape: "json", schema: true },
      },
    ],
  ])("%s", (property, expected) => {
    expect(typeOf(`{ ${property} }`)).toMatchObject({ properties: [{ name: "a", type: expected }] });
  });

  test("on a declaration", () => {
    const declarations = `
      /** @additionalProperties */ export interface Open { a: string }
      /** @schema {"type": "integer"} */ export type Odd = symbol;`;
    expect(namedTypesOf("{ a: Open; b: Odd }", declarations)).toMatchObject({
      Open: { shape: "object", additional: { shape: "json", schema: true } },
      Odd: { shape: "json", schema: { type: "integer" } },
    });
  });

  test("where they do nothing they are refused", () => {
    expect(problemsOf("{ /** @additionalProperties */ a: string }")).toEqual(["CM4005 a: string"]);
  });

  test.each(["@unique", "@index", "@index desc", "@immutable", "@default {}", "@filled", "@listKey b"])(
    "%s on an interface is refused: only properties have it",
    (tag) => {
      const declarations = `/** ${tag} */ export interface Inner { b: string }`;
      expect(problemsOf("{ a: Inner; others: Inner[] }", declarations)).toEqual([`CM4005 ${tag}`]);
    },
  );
});

describe("computed and narrowed types", () => {
  test.each([
    ['Exclude<"a" | "b" | "c", "b">', { shape: "enum", values: ["a", "c"] }],
    ['Extract<"a" | 1, string>', { shape: "literal", value: "a" }],
    ["Exclude<string | null, null>", { shape: "string" }],
    ["NonNullable<string | null | undefined>", { shape: "string" }],
    ["keyof { b: 1; a: 2 }", { shape: "enum", values: ["b", "a"] }],
    ['{ a: string }["a"]', { shape: "string" }],
    ['{ a: string; b: number }["a" | "b"]', { shape: "union", members: [{ shape: "string" }, { shape: "number" }] }],
    ["string[][number]", { shape: "string" }],
    ["(typeof SIZES)[number]", { shape: "enum", values: ["small", "large", "huge"] }],
    ["keyof typeof COLORS", { shape: "enum", values: ["red", "green"] }],
    ['(typeof COLORS)["red"]', { shape: "literal", value: "#f00" }],
    ['true extends true ? "yes" : "no"', { shape: "literal", value: "yes" }],
    ["ReturnType<typeof area>", { shape: "number" }],
    ['Uppercase<"a">', { shape: "literal", value: "A" }],
    [
      "{ [P in 'a' | 'b' as `get_${P}`]: string }",
      {
        shape: "object",
        properties: [
          { name: "get_a", type: { shape: "string" }, required: true },
          { name: "get_b", type: { shape: "string" }, required: true },
        ],
      },
    ],
  ])("%s", (type, expected) => {
    const declarations = `
      const SIZES = ["small", "large", "huge"] as const;
      const COLORS = { red: "#f00", green: "#0f0" } as const;
      function area(): number { return 1; }`;
    expect(typeOf(type, declarations)).toEqual(expected);
  });

  test("Exclude takes a member of a discriminated union by its tag", () => {
    const declarations = `
      interface Circle { type: "circle" }
      interface Square { type: "square" }
      type Shape = Circle | Square;`;
    expect(typeOf('Exclude<Shape, { type: "circle" }>', declarations)).toEqual({ shape: "ref", name: "Square" });
  });

  test("constraints go with a property that is referred to", () => {
    const declarations = "interface Address { /** @maxLength 5 */ zip: string }";
    expect(typeOf('Address["zip"]', declarations)).toEqual({ shape: "string", constraints: { maxLength: 5 } });
  });
});

test.each(["Missing", "Missing[]", "Missing | null"])("an optional property of %s names what is missing", (type) => {
  expect(problemsIn(readSpec(`{ x?: ${type} }`))).toEqual(["CM3004 Missing"]);
});

describe("template literal types", () => {
  const number = "-?[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?";

  test.each([
    ["`a-${string}`", "^a-[\\s\\S]*$", ["`a-${string}`"]],
    ["`${number}px`", `^${number}px$`, ["`${number}px`"]],
    ["`v${Integer}.${Int64}`", "^v-?[0-9]+\\.-?[0-9]+$", ["`v${number}.${string}`"]],
    ["`n${bigint}`", "^n-?[0-9]+$", ["`n${bigint}`"]],
    ['`${"a" | "b"}.${string}`', "^(?:a|b)\\.[\\s\\S]*$", ['`${"a" | "b"}.${string}`']],
    ["Uppercase<string>", "^\\P{CWU}*$", ["Uppercase<string>"]],
    ["`a-${Uppercase<string>}`", "^a-\\P{CWU}*$", ["`a-${Uppercase<string>}`"]],
    ['`\\`\\${${string}"\\\\\\n`', '^`\\$\\{[\\s\\S]*"\\\\\n$', ['`\\`\\${${string}"\\\\\\n`']],
  ])("%s is a text with a pattern, written as it was", (type, pattern, templates) => {
    expect(typeOf(type)).toEqual({ shape: "string", constraints: { pattern }, templates });
  });

  test.each([
    ["of the property", "x: `a-${string}`", "/** @pattern z$ */ x"],
    ["of its alias", "x: Name", "x"],
  ])("a pattern %s is added to that of the type", (_, property, tagged) => {
    const declarations = "/** @pattern z$ */ type Name = `a-${string}`;";
    const { project } = readSpec(`{ ${property.replace("x", tagged)} }`, declarations);
    const spec = project.models[0]?.spec?.type;
    const own = spec?.shape === "object" ? spec.properties[0]?.type : undefined;
    const { constraints } = project.types.find(({ name }) => name === "Name")?.type ?? own ?? {};
    const form = new RegExp(constraints?.pattern ?? "", "u");
    expect(["a-z", "a-\nz", "a-zz", "a-", "z", "b-z", "a-zb"].filter((text) => form.test(text))).toEqual([
      "a-z",
      "a-\nz",
      "a-zz",
    ]);
  });

  test.each([
    ['`${"a" | "b"}-${1 | 2}`', { shape: "enum", values: ["a-1", "a-2", "b-1", "b-2"] }],
    ["`${boolean}?`", { shape: "enum", values: ["true?", "false?"] }],
  ])("%s is its values", (type, expected) => {
    expect(typeOf(type)).toEqual(expected);
  });
});

describe("branded types", () => {
  test.each([
    ["Email", "export type Email = string & { readonly __brand: 'Email' };", { shape: "string" }],
    [
      "Email",
      "declare const brand: unique symbol; export type Email = string & { [brand]: 'Email' };",
      { shape: "string" },
    ],
    ["Count", "export type Count = Integer & { readonly __brand: 'Count' };", { shape: "integer" }],
    [
      "Email",
      "export type Brand<T, B> = T & { __brand: B }; export type Email = Brand<string, 'Email'>;",
      { shape: "ref", name: "BrandOfStringAndEmail" },
    ],
  ])("%s of %s", (type, declarations, expected) => {
    expect(namedTypesOf(`{ x: ${type} }`, declarations)).toMatchObject({ [type]: expected });
  });
});

test("intersections of unions and objects are unions of objects", () => {
  const declarations = "type Shape = { type: 'circle' } | { type: 'square' };";
  expect(typeOf("Shape & { id: string }", declarations)).toMatchObject({
    shape: "union",
    discriminator: "type",
    members: [
      { shape: "object", properties: [{ name: "type" }, { name: "id" }] },
      { shape: "object", properties: [{ name: "type" }, { name: "id" }] },
    ],
  });
});

test("spans point at what they are spans of", () => {
  const property = readPropertyOf("string");
  expect(property?.type.span).toEqual({
    file: "src/models/thing.ts",
    start: { line: 3, column: 47 },
    end: { line: 3, column: 53 },
  });
  expect(bare(property?.span)).toEqual({
    file: "src/models/thing.ts",
    start: { line: 3, column: 44 },
    end: { line: 3, column: 53 },
  });
});

describe("an import that leads nowhere is named", () => {
  const declarations = `import { X, make, type Y } from "./gone.js";
    import type { Ref } from "@cmgen/model";
    interface Box<T> { t: T }
    const made = make("x");
    interface Ext extends X { a: string }`;

  test.each([
    ["X", "X"],
    ["Box<Y>", "Y"],
    ["Box<Y[]>", "Y"],
    ["Partial<Y>", "Y"],
    ["Ext", "X"],
    ['typeof import("./gone.js")', 'typeof import("./gone.js")'],
    ['import("./gone.js").Z', 'import("./gone.js").Z'],
    ["typeof made", "make"],
    ["ReturnType<typeof make>", "typeof make"],
    ["Ref<X>", "X"],
    ["Ref<Unimported>", "Unimported"],
  ])("%s", (type, named) => {
    expect(problemsOf(type, declarations)).toEqual([`CM3004 ${named}`]);
  });
});
