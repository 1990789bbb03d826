import { describe, expect, test } from "vitest";

import { moduleOf, problemsIn, readFiles } from "../plugin.test.fixture.js";

/** What the properties of a spec are read as: a named type's name, or the shape. */
function readings(spec: string, declarations: string, files: Readonly<Record<string, string>> = {}): readonly string[] {
  const result = readFiles({ "src/models/thing.ts": moduleOf(spec, declarations), ...files });
  expect(problemsIn(result)).toEqual([]);
  const type = result.project.models[0]?.spec?.type;
  const properties = type?.shape === "object" ? type.properties : [];
  return properties.map(({ type: own }) => (own.shape === "ref" ? own.name : own.shape));
}

describe("names that syntax tells of", () => {
  test("go through re-exports of all sorts, also in a circle", () => {
    const files = {
      "src/a.ts": 'export * from "./b.js"; export * as Nested from "./c.js"; export interface A { a: string }',
      "src/b.ts":
        'export * from "./a.js"; export { C as Renamed, default as Settings } from "./c.js"; export { type Local as Given }; type Local = string;',
      "src/c.ts": "export interface C { c: string } interface D { d: string } export { D as default };",
    };
    const declarations = 'import type { A, Given, Nested, Renamed, Settings } from "../a.js";';
    expect(readings("{ a: A; b: Given; c: Nested.C; d: Renamed; e: Settings }", declarations, files)).toEqual([
      "A",
      "Local",
      "C",
      "C",
      "D",
    ]);
  });

  test("are those of the file before those of the library", () => {
    expect(readings("{ a: Record; b: Map }", "interface Record { a: string } type Map = string;")).toEqual([
      "Record",
      "Map",
    ]);
  });

  test("of type parameters are theirs alone", () => {
    const declarations = "interface T { a: string } interface Box<T> { value: T } type Keys = { [T in 'a']: T };";
    const result = readFiles({ "src/models/thing.ts": moduleOf("{ a: Box<number>; b: T; c: Keys }", declarations) });
    expect(problemsIn(result)).toEqual([]);
    expect(result.project.types).toMatchObject([
      { name: "BoxOfNumber", type: { properties: [{ type: { shape: "number" } }] } },
      { name: "Keys", type: { properties: [{ type: { shape: "literal", value: "a" } }] } },
      { name: "T" },
    ]);
  });

  test("that lead nowhere are told of", () => {
    const declarations = 'import type { Gone } from "./gone.js"; import type { Lost } from "../a.js";';
    const files = {
      "src/models/thing.ts": moduleOf("{ a: Gone; b: Lost; c: Unknown.Name }", declarations),
      "src/a.ts": "export {};",
    };
    expect(problemsIn(readFiles(files))).toEqual(["CM3004 Gone", "CM3004 Lost", "CM3004 Unknown.Name"]);
  });
});

describe("names that only the checker tells of", () => {
  test("in namespaces", () => {
    const declarations = `
      namespace Outer { export interface Address { a: string } export namespace Inner { export type Zip = "1" | "2" } }
      import Short = Outer.Inner;`;
    expect(readings("{ a: Outer.Address; b: Outer.Inner.Zip; c: Short.Zip }", declarations)).toEqual([
      "OuterAddress",
      "OuterInnerZip",
      "OuterInnerZip",
    ]);
  });

  test("in modules that others add to", () => {
    const files = { "src/a.ts": "export interface A { a: string }" };
    const declarations = 'import type { A } from "../a.js"; declare module "../a.js" { interface A { b: number } }';
    const result = readFiles({ "src/models/thing.ts": moduleOf("{ a: A }", declarations), ...files });
    expect(problemsIn(result)).toEqual([]);
    expect(result.project.types[0]?.type).toMatchObject({ properties: [{ name: "a" }, { name: "b" }] });
  });

  test("of declarations that are exported without saying so, or all at once", () => {
    const files = {
      "node_modules/plain/package.json": '{ "name": "plain", "version": "1.0.0", "types": "index.d.ts" }',
      "node_modules/plain/index.d.ts": "interface Silent { a: string } export interface Said { a: string }",
      "node_modules/whole/package.json": '{ "name": "whole", "version": "1.0.0", "types": "index.d.ts" }',
      "node_modules/whole/index.d.ts": "declare namespace whole { interface Part { a: string } } export = whole;",
    };
    const declarations = 'import type { Said, Silent } from "plain"; import type { Part } from "whole";';
    expect(readings("{ a: Said; b: Silent; c: Part }", declarations, files)).toEqual([
      "PlainSaid",
      "PlainSilent",
      "WholePart",
    ]);
  });
});

test("a package answers its types as its package.json says", () => {
  const files = {
    "package.json": '{ "name": "plugin", "type": "module" }',
    "node_modules/geo/package.json":
      '{ "name": "geo", "exports": { "./point": { "import": { "types": "./esm.d.ts" }, "require": { "types": "./cjs.d.ts" } } } }',
    "node_modules/geo/esm.d.ts": "export interface Point { lat: number }",
    "node_modules/geo/cjs.d.ts": "export type Point = string;",
  };
  const { project } = readFiles({
    ...files,
    "src/models/thing.ts": moduleOf("{ a: Point }", 'import type { Point } from "geo/point";'),
  });
  expect(project.types[0]?.type.shape).toBe("object");
});
