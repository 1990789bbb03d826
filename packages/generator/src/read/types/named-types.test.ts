import { describe, expect, test } from "vitest";

import { bare, moduleOf, namedTypesOf, problemsIn, problemsOf, readFiles, readSpec } from "../plugin.test.fixture.js";
import type { ReadResult } from "../read-result.js";

const ref = (name: string): unknown => ({ shape: "ref", name });

describe("named types are referred to, never copied", () => {
  test("interfaces, aliases and enums", () => {
    const declarations = `
      interface Address { street: Street }
      type Street = string;
      type Grade = "a" | "b";
      enum Gender { Male = "MALE", Female = "FEMALE" }
      const enum Level { Low = 1, High }
      enum Flag { Only = "only" }`;
    const spec = "{ address: Address; grade: Grade; gender: Gender; level?: Level; flag: Flag; male: Gender.Male }";
    expect(namedTypesOf(spec, declarations)).toEqual({
      Address: { shape: "object", properties: [{ name: "street", type: ref("Street"), required: true }] },
      Street: { shape: "string" },
      Grade: { shape: "enum", values: ["a", "b"] },
      Gender: { shape: "enum", values: ["MALE", "FEMALE"] },
      Level: { shape: "enum", values: [1, 2] },
      Flag: { shape: "literal", value: "only" },
    });
  });

  test("an interface takes what it extends, and may narrow it", () => {
    const declarations = `
      interface Base { id: string; kind: string }
      interface Tagged<T> { tags: T[] }
      interface Child extends Base, Tagged<number>, Omit<{ a: string; b: string }, "b"> { kind: "child" }
      interface Child { more?: boolean }`;
    expect(namedTypesOf("{ child: Child }", declarations)).toEqual({
      Child: {
        shape: "object",
        properties: [
          { name: "id", type: { shape: "string" }, required: true },
          { name: "kind", type: { shape: "literal", value: "child" }, required: true },
          { name: "tags", type: { shape: "array", items: { shape: "number" } }, required: true },
          { name: "a", type: { shape: "string" }, required: true },
          { name: "more", type: { shape: "boolean" }, required: false },
        ],
      },
    });
  });

  test("what cannot be extended", () => {
    expect(problemsOf("Child", "interface Child extends Missing {}")).toEqual(["CM3004 Missing"]);
  });

  test("recursive types, by themselves and by each other", () => {
    const declarations = `
      interface Tree { children: Tree[]; owner?: Owner }
      interface Owner { tree?: Tree }
      type Json = string | Json[] | { [key: string]: Json };`;
    expect(namedTypesOf("{ tree: Tree; json: Json }", declarations)).toMatchObject({
      Tree: { properties: [{ type: { shape: "array", items: ref("Tree") } }, { type: ref("Owner") }] },
      Owner: { properties: [{ type: ref("Tree") }] },
      Json: {
        members: [
          { shape: "string" },
          { shape: "array", items: ref("Json") },
          { shape: "record", values: ref("Json") },
        ],
      },
    });
  });

  test("what no model refers to is left out", () => {
    const declarations = 'type Names = "a"; interface All { a: string; b: string } interface Unused { a: string }';
    expect(Object.keys(namedTypesOf("{ picked: Pick<All, Names> }", declarations))).toEqual([]);
  });
});

describe("generic types", () => {
  test.each([
    ["Page<Person>", "PageOfPerson"],
    ["Page<string>", "PageOfString"],
    ["Page<string[]>", "PageOfStringList"],
    ["Page<Record<string, number>>", "PageOfNumberRecord"],
    ['Page<"a" | "b">', "PageOfAOrB"],
    ["Page<Person | null>", "PageOfPersonOrNull"],
    ["Page<Page<Person>>", "PageOfPageOfPerson"],
    ["Page<Thing>", "PageOfThing"],
    ["Pair<Person, Integer>", "PairOfPersonAndInteger"],
    ["Pair<Person>", "PairOfPersonAndString"],
  ])("%s is named %s", (type, name) => {
    const declarations = `
      interface Person { name: string }
      interface Page<T> { items: T[] }
      interface Pair<A, B = string> { a: A; b: B }`;
    expect(Object.keys(namedTypesOf(`{ x: ${type} }`, declarations))).toContain(name);
  });

  test("an argument without a readable name gives none: such a type stands where it is used", () => {
    const declarations = "/** @minProperties 1 */ interface Page<T> { items: T[] }";
    const page = { shape: "object", constraints: { minProperties: 1 }, properties: [{ name: "items" }] };
    for (const argument of ["{ a: string }", '"a" | "b" | "c" | "d"', "[string]"]) {
      const { project, diagnostics } = readSpec(`{ x: Page<${argument}> }`, declarations);
      expect(diagnostics).toEqual([]);
      expect(project.types).toEqual([]);
      expect(project.models[0]?.spec?.type).toMatchObject({ properties: [{ name: "x", type: page }] });
    }
  });

  test("parameters stand for their arguments wherever they are named", () => {
    const declarations = `
      type Nullable<T> = T | null;
      type Boxed<T> = { value: T; pair: [T, Nullable<T>]; byName: Record<string, T>; narrowed: Exclude<T, "b"> };`;
    expect(namedTypesOf('{ x: Boxed<"a" | "b"> }', declarations)).toEqual({
      BoxedOfAOrB: {
        shape: "object",
        properties: [
          { name: "value", type: { shape: "enum", values: ["a", "b"] }, required: true },
          {
            name: "pair",
            type: {
              shape: "tuple",
              items: [{ shape: "enum", values: ["a", "b"] }, ref("NullableOfAOrB")],
              required: 2,
            },
            required: true,
          },
          { name: "byName", type: { shape: "record", values: { shape: "enum", values: ["a", "b"] } }, required: true },
          { name: "narrowed", type: { shape: "literal", value: "a" }, required: true },
        ],
      },
      NullableOfAOrB: { shape: "union", members: [{ shape: "enum", values: ["a", "b"] }, { shape: "null" }] },
    });
  });

  test("a generic type of its own making of utility types", () => {
    const declarations = `
      type Picked<T, K extends keyof T> = { [P in K]: T[P] };
      type Flags<T> = { [P in keyof T]: boolean };
      interface Person { /** Full name.\n * @maxLength 5 */ name: string; age?: number }`;
    expect(namedTypesOf('{ a: Picked<Person, "age">; b: Flags<Person> }', declarations)).toEqual({
      PickedOfPersonAndAge: {
        shape: "object",
        properties: [{ name: "age", type: { shape: "number" }, required: false }],
      },
      FlagsOfPerson: {
        shape: "object",
        properties: [
          { name: "name", type: { shape: "boolean" }, required: true, documentation: { description: "Full name." } },
          { name: "age", type: { shape: "boolean" }, required: false },
        ],
      },
    });
  });

  test("a recursive conditional type keeps names and ends", () => {
    const declarations = `
      type DeepPartial<T> = T extends object ? { [P in keyof T]?: DeepPartial<T[P]> } : T;
      interface Tree { name: string; left: Tree }`;
    const types = namedTypesOf("{ x: DeepPartial<Tree> }", declarations);
    expect(types).toEqual({
      DeepPartialOfTree: {
        shape: "object",
        properties: [
          { name: "name", type: { shape: "string" }, required: false },
          { name: "left", type: ref("DeepPartialOfTree"), required: false },
        ],
      },
    });
  });

  test("an interface with a computed member keeps the doc comments of the others", () => {
    const declarations = `
      interface Box<T> { /** What is in it.\n * @maxLength 3 */ label: string; content: T extends string ? "text" : "data" }`;
    const { project, diagnostics } = readSpec("{ x: Box<number> }", declarations);
    expect(diagnostics).toEqual([]);
    expect(bare(project.types)).toMatchObject([
      {
        name: "BoxOfNumber",
        type: {
          properties: [
            {
              name: "label",
              documentation: { description: "What is in it." },
              type: { constraints: { maxLength: 3 } },
            },
            { name: "content", type: { shape: "literal", value: "data" } },
          ],
        },
      },
    ]);
  });

  test("what is computed deep inside of generic types", () => {
    const declarations = `
      type Kind<T> = T extends string ? "text" : "data";
      interface Box<T> { kind: Kind<T> }
      interface Outer<T> { box: Box<T> }`;
    expect(namedTypesOf("{ x: Outer<string> }", declarations)).toEqual({
      OuterOfString: { shape: "object", properties: [{ name: "box", type: ref("BoxOfString"), required: true }] },
      BoxOfString: {
        shape: "object",
        properties: [{ name: "kind", type: { shape: "literal", value: "text" }, required: true }],
      },
    });
  });

  test("a mapped type makes a list of a list, inside of a generic type too", () => {
    const declarations = "interface Lists<T> { lists: { [P in keyof T]: T[P][] } }";
    const list = (shape: string): unknown => ({ shape: "array", items: { shape } });
    expect(readSpec("{ x: Lists<[string, number]> }", declarations).project.models[0]?.spec?.type).toMatchObject({
      properties: [{ type: { properties: [{ type: { shape: "tuple", items: [list("string"), list("number")] } }] } }],
    });
  });

  test("instances of one name that say the same are one type, others need a name", () => {
    const declarations = `
      type Kind<T> = [T] extends [string] ? "text" : "data";
      interface Node<T> { kind: Kind<T>; next?: Node<T> }
      interface Box<T> { value: T }`;
    const nodes = namedTypesOf('{ x: Node<"a" | "b">; y: Node<"A" | "B"> }', declarations);
    expect(Object.keys(nodes)).toEqual(["NodeOfAOrB"]);
    expect(problemsOf('{ x: Box<"a" | "b">; y: Box<"A" | "B"> }', declarations)).toEqual(["CM3021 Box"]);
  });

  test("arguments that grow without an end", () => {
    expect(problemsOf("Nest<{ a: string }>", "type Nest<T> = T | Nest<T[]>[];")).toEqual(["CM3011 Nest<T[]>"]);
    expect(problemsOf("Weird<string>", "interface Weird<T> { next?: Weird<T[]> }")).toEqual(["CM3011 Weird<T[]>"]);
  });
});

describe("types of other files", () => {
  const address = 'export interface Address { street: string } export type Zip = "1" | "2";';

  test("imported, renamed, re-exported, as a namespace, through path aliases, and from packages", () => {
    const result = readFiles({
      "tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "paths": { "#types/*": ["./src/types/*"] } } }',
      "src/types/address.ts": address,
      "src/types/index.ts": 'export * from "./address.js"; export type { Address as Place } from "./address.js";',
      "src/types/default.ts": "export default interface Settings { dark: boolean }",
      "node_modules/geo/package.json": '{ "name": "geo", "version": "1.0.0", "types": "index.d.ts" }',
      "node_modules/geo/index.d.ts": "/** A point. */ export interface Point { lat: number; lon: number }",
      "src/models/thing.ts": moduleOf(
        "{ a: Address; b: Place; c: Types.Zip; d: Settings; e: Aliased; f: Point; g: import('geo').Point }",
        `import { type Address, type Place } from "../types/index.js";
         import type * as Types from "../types/index.js";
         import type Settings from "../types/default.js";
         import type { Address as Aliased } from "#types/address.js";
         import type { Point } from "geo";`,
      ),
    });
    expect(problemsIn(result)).toEqual([]);
    expect(result.project.types.map(({ name }) => name)).toEqual(["Address", "GeoPoint", "Settings", "Zip"]);
    const spec = result.project.models[0]?.spec?.type;
    const types = spec?.shape === "object" ? spec.properties.map(({ type }) => type) : [];
    expect(types.map((type) => (type.shape === "ref" ? type.name : type.shape))).toEqual([
      "Address",
      "Address",
      "Zip",
      "Settings",
      "Address",
      "GeoPoint",
      "GeoPoint",
    ]);
  });

  test("two declarations of one name are a problem in whichever order their files come, copies are not", () => {
    const modelOf = (name: string, field: string): string =>
      moduleOf("Spec", `interface Spec { address: Address } interface Address { ${field}: string }`).replaceAll(
        /thing/gi,
        (text) => (text === "Thing" ? name : name.toLowerCase()),
      );
    const read = (order: readonly string[], fields: Readonly<Record<string, string>>): ReadResult =>
      readFiles(
        Object.fromEntries(
          order.map((name) => [`src/models/v1/${name.toLowerCase()}.ts`, modelOf(name, fields[name] ?? "")]),
        ),
      );
    const copies = read(["Cat", "Dog"], { Cat: "a", Dog: "a" });
    expect(problemsIn(copies)).toEqual([]);
    expect(copies.project.types.map(({ name }) => name)).toEqual(["Address", "Spec"]);
    for (const order of [
      ["Cat", "Dog"],
      ["Dog", "Cat"],
    ]) {
      const { diagnostics } = read(order, { Cat: "a", Dog: "b" });
      expect(diagnostics.map(({ code, span, message }) => [code, span?.file, message])).toEqual(
        ["Spec", "Address"].map((name) => [
          "CM3021",
          "src/models/v1/dog.ts",
          `Two different types are exported as \`${name}\`: this one and the one of src/models/v1/cat.ts:2.`,
        ]),
      );
    }
  });

  test("a type has a name that documents allow", () => {
    const result = readFiles({
      "src/types.ts":
        "export interface Thing { a: string } export interface Größe { a: string } export interface $x { a: string }",
      "src/models/thing.ts": moduleOf(
        "{ a: Other; b: Größe; c: $x }",
        'import type { Thing as Other, Größe, $x } from "../types.js";',
      ),
    });
    expect(result.project.types.map(({ name }) => name)).toEqual(["Gr__e", "Thing", "_x"]);
  });
});

describe("models", () => {
  test("refer to themselves and to each other, through aliases too", () => {
    const files = {
      "src/models/thing.ts": moduleOf(
        "{ self?: Thing; owner?: Human; all: Thing[]; part: Thing['spec']['all'] }",
        'import type { Person } from "./person.js"; type Human = Person;',
      ),
      "src/models/person.ts": moduleOf("{ name: string }").replaceAll("Thing", "Person").replaceAll("thing", "person"),
    };
    const { project, diagnostics } = readFiles(files);
    expect(diagnostics).toEqual([]);
    const thing = { shape: "model", name: "Thing", apiVersion: "things.example.com/v1" };
    const person = { shape: "model", name: "Person", apiVersion: "persons.example.com/v1" };
    expect(bare(project.models[1]?.spec?.type)).toMatchObject({
      properties: [{ type: thing }, { type: ref("Human") }, { type: { items: thing } }, { type: { items: thing } }],
    });
    expect(bare(project.types)).toMatchObject([{ name: "Human", type: person }]);
  });

  test("a type that extends the envelope but is declared as no model is refused", () => {
    const declarations = "interface Other extends Extension<{ a: string }> {}";
    expect(problemsOf("Other", declarations)).toEqual(["CM3016 Other"]);
  });
});
