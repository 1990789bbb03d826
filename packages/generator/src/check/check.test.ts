import { describe, expect, test } from "vitest";

import { sortDiagnostics } from "../diagnostic/sort-diagnostics.js";
import { moduleOf, problemsIn, readFiles, readSpec } from "../read/plugin.test.fixture.js";
import type { ReadResult } from "../read/read-result.js";
import { check } from "./check.js";
import type { CheckConfig } from "./check-context.js";

const defaults: CheckConfig = { reservedGroupSuffixes: ["cmgen.dev"] };

/** Codes of all problems of a plugin, reader's and rules', with the text each points at. */
function problemsOf({ project, diagnostics, sources }: ReadResult, config = defaults): string[] {
  return problemsIn({ diagnostics: sortDiagnostics([...diagnostics, ...check(project, config)]), sources });
}

function problemsOfSpec(spec: string, declarations = ""): string[] {
  return problemsOf(readSpec(spec, declarations));
}

/** A model module with some attributes changed. */
function withAttributes(changed: Readonly<Record<string, string>>, extra = ""): string {
  const attributes = {
    group: "g.example.com",
    version: "v1",
    kind: "Thing",
    plural: "things",
    singular: "thing",
    ...changed,
  };
  const text = Object.entries(attributes).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `import { defineModel, index, type Extension } from "@cmgen/model";
interface Spec {
  name: string; tags: string[]; mixed: string | number; nested?: { size: number | null }; list: { id: string }[];
  by: Record<string, string>; pair: [string, number]; either: { a: string } | { a: number; b: string };
}
interface Thing extends Extension<Spec> {}
export default defineModel<Thing>({ ${text.join(", ")}, ${extra} });`;
}

function problemsWith(changed: Readonly<Record<string, string>>, extra = "", config = defaults): string[] {
  return problemsOf(readFiles({ "src/models/thing.ts": withAttributes(changed, extra) }), config);
}

test("a good model has no problems", () => {
  expect(problemsWith({})).toEqual([]);
});

describe("attributes (spec 2.1, 9)", () => {
  test.each([
    [{ group: "" }, ['CM2002 ""']],
    [{ group: "x.cmgen.dev" }, ['CM2002 "x.cmgen.dev"']],
    [{ group: "People.example.com" }, ['CM2001 "People.example.com"']],
    [{ version: "1" }, ['CM2003 "1"']],
    [{ version: "v1gamma1" }, ['CM2003 "v1gamma1"']],
    [{ kind: "thing" }, ['CM2004 "thing"']],
    [{ plural: "Things" }, ['CM2005 "Things"']],
    [{ singular: "a.thing" }, ['CM2005 "a.thing"']],
  ])("%j", (changed, expected) => {
    expect(problemsWith(changed)).toEqual(expected);
  });

  test("reserved suffixes can be configured", () => {
    expect(problemsWith({ group: "x.cmgen.dev" }, "", { reservedGroupSuffixes: [] })).toEqual([]);
    expect(problemsWith({ group: "x.acme.org" }, "", { reservedGroupSuffixes: ["acme.org"] })).toEqual([
      'CM2002 "x.acme.org"',
    ]);
  });
});

describe("several models", () => {
  const pair = (other: Readonly<Record<string, string>>): string[] =>
    problemsOf(
      readFiles({
        "src/models/a.ts": withAttributes({}),
        "src/models/b.ts": withAttributes({ kind: "Other", plural: "others", singular: "other", ...other }),
      }),
    );

  test.each([
    [{}, []],
    [{ kind: "Thing" }, ['CM2006 "Thing"']],
    [{ plural: "things", group: "h.example.com" }, ['CM2006 "things"']],
    [{ singular: "thing" }, ['CM2006 "thing"']],
    [{ kind: "Thing", plural: "things", singular: "thing", version: "v2" }, ['CM9001 "v1"']],
    [{ plural: "things", version: "v2" }, ['CM2007 "things"']],
    [{ kind: "ThingList" }, ['CM2008 "ThingList"']],
    [{ kind: "ThingList", version: "v2" }, ['CM2008 "ThingList"']],
  ])("%j", (other, expected) => {
    expect(pair(other)).toEqual(expected);
  });
});

test("a required status that only its endpoint writes", () => {
  const text = (status: string): string => `import { defineModel, type Envelope } from "@cmgen/model";
    interface Thing extends Envelope { ${status} }
    export default defineModel<Thing>({ group: "g.example.com", version: "v1", kind: "Thing", plural: "things", singular: "thing" });`;
  const problems = (status: string): string[] => problemsOf(readFiles({ "src/models/thing.ts": text(status) }));
  expect(problems("status: { a: string }")).toEqual(["CM2009 status: { a: string }"]);
  expect(problems("status?: { a: string }")).toEqual([]);
});

describe("types", () => {
  test.each([
    ["interface Node { next: Node }", ["CM3017 Node"]],
    ["interface Node { a: Other } interface Other { node: Node }", ["CM3017 Node", "CM3017 Other"]],
    ["type Node = Node[]", []],
    ["type Node = [Node]", ["CM3017 Node"]],
    ["interface Node { next?: Node }", []],
    ["interface Node { next: Node | null }", []],
    ["interface Node { children: Node[] }", []],
    ["interface Node { /** @minItems 1 */ children: Node[] }", ["CM3017 Node"]],
    ["interface Node { by: Record<string, Node> }", []],
    ['type Node = { type: "leaf" } | { type: "branch"; left: Node }', []],
  ])("%s", (declarations, expected) => {
    expect(problemsOfSpec("{ node?: Node }", declarations)).toEqual(expected);
  });

  test("a model that needs another of itself", () => {
    expect(problemsOfSpec("{ other: Thing }").map((problem) => problem.slice(0, 6))).toEqual(["CM3017"]);
    expect(problemsOfSpec("{ other?: Thing }")).toEqual([]);
  });

  test.each([
    ['{ type: "a"; b: 1 } | { type: "a"; c: 1 }', ['CM3018 { type: "a"; b: 1 } | { type: "a"; c: 1 }']],
    ['{ type: "a" } | { type: "b" }', []],
    ['{ type: "a"; b: 1 } | { c: 1 }', []],
    ['{ type: "a"; kind: "x" } | { type: "a"; kind: "y" }', []],
    ["string | number", []],
  ])("%s", (type, expected) => {
    expect(problemsOfSpec(`{ x: ${type} }`)).toEqual(expected);
  });
});

describe("tags and the types they stand on (spec 2.4)", () => {
  test.each([
    ["/** @maxLength 5 */ x: number", ["CM4006 @maxLength 5"]],
    ["/** @minimum 5 */ x: string", ["CM4006 @minimum 5"]],
    ["/** @maxLength 5 */ x: string[]", ["CM4006 @maxLength 5"]],
    ['/** @maxLength 5 */ x: "a" | "b"', ["CM4006 @maxLength 5"]],
    ["/** @maxLength 5 */ x: Int64", ["CM4006 @maxLength 5"]],
    ["/** @pattern a */ x: Timestamp", ["CM4006 @pattern a"]],
    ["/** @minimum 5 */ x: boolean", ["CM4006 @minimum 5"]],
    ["/** @minItems 5 */ x: Record<string, string>", ["CM4006 @minItems 5"]],
    ["/** @maxLength 5 */ x: Thing", ["CM4006 @maxLength 5"]],
    ["/** @maxLength 5 @minimum 5 */ x: string | number", []],
    ["/** @maxLength 5 */ x: number | null", ["CM4006 @maxLength 5"]],
    ["/** @maxLength 5 */ x: Name", []],
    ["/** @minimum 5 */ x: Name", ["CM4006 @minimum 5"]],
    ["/** @minProperties 5 */ x: { a?: string }", []],
    ["/** @minItems 1 */ x: [string, number?]", []],
    ["/** @format email */ x: number", ["CM4006 @format email"]],
    ["/** @format int32 */ x: Integer", []],
    ["/** @format int32 */ x: string", ["CM4006 @format int32"]],
    ["/** @maxLength 5 */ x: any", ["CM3005 any"]],
  ])("%s", (property, expected) => {
    const found = problemsOfSpec(`{ ${property.replace(/ x:/, " x?:")} }`, "type Name = string;");
    expect(found).toEqual(expected);
  });

  test.each([
    ["/** @minLength 5 @maxLength 4 */ x: string", ["CM4007 @maxLength 4"]],
    ["/** @minLength 5 @maxLength 5 */ x: string", []],
    ["/** @minimum 5 @exclusiveMaximum 5 */ x: number", ["CM4007 @exclusiveMaximum 5"]],
    ["/** @exclusiveMinimum 0 @exclusiveMaximum 1 */ x: number", []],
    ["/** @exclusiveMinimum 0 @exclusiveMaximum 1 */ x: Integer", ["CM4007 @exclusiveMaximum 1"]],
    ["/** @minimum 1 @maximum 4 @multipleOf 5 */ x: number", ["CM4007 @maximum 4"]],
    ["/** @minimum 1 @maximum 5 @multipleOf 5 */ x: number", []],
    ["/** @minItems 2 @maxItems 1 */ x: string[]", ["CM4007 @maxItems 1"]],
    ["/** @minProperties 2 @maxProperties 1 */ x: Record<string, string>", ["CM4007 @maxProperties 1"]],
    ["/** @minLength 6 */ x: Short", ["CM4007 @minLength 6"]],
    ["/** @minLength 6 @maxLength 9 */ x: Short", []],
  ])("%s", (property, expected) => {
    expect(problemsOfSpec(`{ ${property} }`, "/** @maxLength 5 */ type Short = string;")).toEqual(expected);
  });

  test.each([
    ["@default 5", "number", []],
    ["@default 5", "string", ["CM4008 @default 5"]],
    ['@default "5"', "string", []],
    ["@format email @default ann@example.com", "string", []],
    ["@format email @default ann", "string", ["CM4008 @default ann"]],
    ["@format int32 @default 2147483648", "Integer", ["CM4008 @default 2147483648"]],
    ["@default 1.5", "Integer", ["CM4008 @default 1.5"]],
    ["@default 12", "Int64", ["CM4008 @default 12"]],
    ['@default "9223372036854775807"', "Int64", []],
    ['@default "9223372036854775808"', "Int64", ['CM4008 @default "9223372036854775808"']],
    ["@default 2020-01-01T00:00:00Z", "Timestamp", ["CM4003 @default 2020-01-01T00:00:00Z"]],
    ['@default "2020-01-01T00:00:00Z"', "Timestamp", []],
    ['@default "yesterday"', "Timestamp", ['CM4008 @default "yesterday"']],
    ["@default a", '"a" | "b"', []],
    ["@default c", '"a" | "b"', ["CM4008 @default c"]],
    ["@default null", "string | null", []],
    ["@default null", "string", ["CM4008 @default null"]],
    ["@default [1]", "number[]", []],
    ['@default ["a"]', "number[]", ['CM4008 @default ["a"]']],
    ['@default ["a", 1]', "[string, number]", []],
    ['@default ["a"]', "[string, number]", ['CM4008 @default ["a"]']],
    ['@default ["a", 1, 2]', "[string, number]", ['CM4008 @default ["a", 1, 2]']],
    ["@default {}", "{ a?: string }", []],
    ["@default {}", "{ a: string }", ["CM4008 @default {}"]],
    ["@default {}", "{ /** @default b */ a: string }", []],
    ['@default { "b": 1 }', "{ a?: string }", ['CM4008 @default { "b": 1 }']],
    ['@default { "b": 1 }', "Record<string, number>", []],
    ["@default abc @maxLength 2", "string", ["CM4008 @default abc"]],
    ["@default 3 @multipleOf 2", "number", ["CM4008 @default 3"]],
    ["@default abc", "Short", ["CM4008 @default abc"]],
    ["@example 5", "string", ["CM4009 @example 5"]],
    ["@example a", "string", []],
  ])("%s on %s", (tags, type, expected) => {
    const found = problemsOfSpec(`{\n /** ${tags} */\n x?: ${type} }`, "/** @maxLength 2 */ type Short = string;");
    expect(found).toEqual(expected);
  });

  test("an alias's default is checked where it is used, and its example where it stands", () => {
    const declarations = '/** @default abc @example "abcd" @maxLength 2 */ type Short = string;';
    expect(problemsOfSpec("{ x?: Short }", declarations)).toEqual(["CM4008 @default abc", "CM4009 Short"]);
  });

  test.each([
    ["/** @listKey id */ x: { id: string }[]", []],
    ["/** @listKey id */ x: Item[] | null", []],
    ["/** @listKey id */ x: string[]", ["CM4010 @listKey id"]],
    ["/** @listKey id */ x: string", ["CM4010 @listKey id"]],
    ["/** @listKey no */ x: Item[]", ["CM4010 @listKey no"]],
    ["/** @listKey id */ x: { id?: string }[]", ["CM4010 @listKey id"]],
    ["/** @listKey id */ x: { id: string[] }[]", ["CM4010 @listKey id"]],
    ["x: { /** @immutable */ id: string }[]", ["CM4011 @immutable"]],
    ["/** @listKey id */ x: { id: string; /** @immutable */ size: number }[]", []],
    ["x: { /** @immutable */ id: string }", []],
  ])("%s", (property, expected) => {
    expect(problemsOfSpec(`{ ${property} }`, "interface Item { id: string }")).toEqual(expected);
  });
});

describe("indexes (spec 2.5)", () => {
  test.each([
    ['index("spec.name"), index("spec.name")', ['CM5001 "spec.name"']],
    ['index("metadata.name")', ['CM5002 "metadata.name"']],
    ['index({ name: "metadata.labels", values: () => [] })', ['CM5002 "metadata.labels"']],
    [
      'index("metadata.creationTimestamp"), index("metadata.deletionTimestamp")',
      ['CM5002 "metadata.creationTimestamp"', 'CM5002 "metadata.deletionTimestamp"'],
    ],
    ['index({ name: "a b", value: () => "" })', ['CM5003 "a b"']],
    ['index({ name: "", value: () => "" })', ['CM5003 ""']],
    ['index("spec.nmae")', ['CM5004 "spec.nmae"']],
    ['index("sepc.name")', ['CM5004 "sepc.name"']],
    ['index("status.phase")', ['CM5004 "status.phase"']],
    ['index("spec.name.first")', ['CM5004 "spec.name.first"']],
    ['index("spec.either.a")', ['CM5005 "spec.either.a"']],
    ['index("spec.either.b")', ['CM5004 "spec.either.b"']],
    ['index("spec.by.a")', ['CM5004 "spec.by.a"']],
    ['index("spec.nested")', ['CM5005 "spec.nested"']],
    ['index("spec.mixed")', ['CM5005 "spec.mixed"']],
    ['index("spec.tags")', []],
    ['index("spec")', ['CM5005 "spec"']],
    ['index("spec.list")', ['CM5005 "spec.list"']],
    ['index("spec.pair")', ['CM5005 "spec.pair"']],
    ['index({ name: "x", value: ({ spec }) => (spec.name === "" ? 0 : spec.name) })', ['CM5007 "x"']],
    ['index({ name: "x", value: ({ spec }) => spec.mixed })', ['CM5007 "x"']],
    ['index({ name: "x", values: () => [new Date(), ""] })', ['CM5007 "x"']],
    ['index({ name: "x", value: () => new Date() }), index({ name: "y", values: () => [1, 2] })', []],
    ['index("spec.tags", { order: "DESC" })', ['CM5008 "spec.tags"']],
    ['index("spec.tags", { ci: true }), index({ name: "x", value: () => "", ci: true })', []],
    ['index({ name: "x", value: () => 1, ci: true })', ['CM5014 "x"']],
    ['index("spec.nested.size"), index("spec.tags"), index({ name: "x", value: () => "" })', []],
  ])("%s", (indexes, expected) => {
    expect(problemsWith({}, `indexes: [${indexes}]`)).toEqual(expected);
  });

  test.each([
    [
      "/** @index */ a: string; /** @index desc */ b: Integer; /** @unique */ c: string[]; d: { /** @index */ e?: boolean }",
      [],
    ],
    ["/** @index */ a: { b: string }", ["CM5005 @index"]],
    ["/** @index desc */ a: string[]", ["CM5008 @index desc"]],
    ["/** @index asc */ a: string", ["CM4003 @index asc"]],
    ["/** @index ci */ a: string; /** @index ci desc @unique */ b?: string | null; /** @index ci */ c: string[]", []],
    ["/** @index ci ci */ a: string", ["CM4003 @index ci ci"]],
    ["/** @search @unique */ a: string; /** @search */ b?: string[]; c: { /** @search */ d: string | null }", []],
    ["/** @search */ a: Integer", ["CM5015 @search"]],
    ["/** @search */ a: { b: string }", ["CM5005 @search"]],
    ["a: { /** @search */ b: string }[]", ["CM5009 @search"]],
    ["/** @index ci */ a: Integer; /** @index ci */ b: boolean[]", ["CM5014 @index ci", "CM5014 @index ci"]],
    ["a: { /** @index */ b: string }[]", ["CM5009 @index"]],
    ["a: Record<string, { /** @unique */ b: string }>", ["CM5009 @unique"]],
    ["a: Tree", ["CM5009 @index"]],
    ['"a.b": { /** @index */ c: string }', ["CM5009 @index"]],
    ["a: { sort: 1; /** @index */ b: string } | { sort: 2; /** @index */ b: string }", []],
    ["a: { sort: 1; /** @index */ b: string } | { sort: 2 }", ["CM5004 @index"]],
    ["/** @unique @default x */ a?: string", ["CM5011 @unique"]],
    ["a: Indexed; b?: { c: Indexed }", []],
    ["other?: Thing; /** @index */ a: string", []],
  ])("by tags: %s", (properties, expected) => {
    const declarations = `interface Tree { /** @index */ label: string; left?: Tree }
      /** @index */
      type Indexed = string;`;
    expect(problemsOfSpec(`{ ${properties} }`, declarations)).toEqual(expected);
  });

  test("an index is declared once, by its tag or in the list", () => {
    const text = moduleOf("{ /** @index */ a: string }").replace('"thing",', '"thing", indexes: [index("spec.a")],');
    expect(problemsOf(readFiles({ "src/models/thing.ts": text }))).toEqual(['CM5001 "spec.a"']);
  });

  test("what has been reported of a type is not reported of its index", () => {
    const text = moduleOf("{ a: Date; b: { c: Map<string, string> } }").replace(
      '"thing",',
      '"thing", indexes: [index("spec.a"), index("spec.b.c.d")],',
    );
    expect(problemsOf(readFiles({ "src/models/thing.ts": text }))).toEqual([
      "CM3003 Date",
      "CM3003 Map<string, string>",
    ]);
  });
});

describe("versions of a kind", () => {
  const inVersions = (one: string, other: string): string[] =>
    problemsOf(
      readFiles({
        "src/models/one.ts": withAttributes({ version: "v1alpha1" }, `storage: true, indexes: [${one}]`),
        "src/models/other.ts": withAttributes({ version: "v1beta1" }, `indexes: [${other}]`),
      }),
    );

  test("agree on their indexes", () => {
    expect(inVersions('index("spec.name"), index("spec.tags")', 'index("spec.name")')).toEqual([]);
    expect(
      inVersions('index({ name: "x", value: (thing) => thing.spec.name })', 'index({ name: "x", value: () => "" })'),
    ).toEqual([]);
    expect(inVersions('index({ name: "x", value: () => "" })', 'index("spec.name", { storedAs: "x" })')).toEqual([]);
  });

  test("have no index that the stored version has not", () => {
    expect(inVersions("", 'index("spec.name")')).toEqual([expect.stringMatching(/^CM9005 /)]);
    expect(inVersions('index("spec.name")', 'index("spec.name", { storedAs: "x" })')).toEqual([
      expect.stringMatching(/^CM9005 /),
    ]);
  });

  test.each([
    ['index("spec.name")', 'index("spec.name", { unique: true })'],
    ['index("spec.name")', 'index("spec.name", { order: "DESC" })'],
    ['index("spec.name")', 'index("spec.name", { ci: true })'],
    ['index({ name: "x", value: () => "" })', 'index({ name: "x", values: () => [] })'],
  ])("%s is not %s", (one, other) => {
    expect(inVersions(one, other)).toEqual([expect.stringMatching(/^CM5010 /)]);
  });
});
