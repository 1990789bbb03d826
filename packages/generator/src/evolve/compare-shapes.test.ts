import { beforeAll, describe, expect, test } from "vitest";

import { readFiles } from "../read/plugin.test.fixture.js";
import { brokenModels, type BrokenModel } from "./breaking-changes.js";
import { compareShapes } from "./compare-shapes.js";
import { pathText } from "./field-path.js";
import { modelShapes } from "./model-shape.js";

/** A plugin whose models have these members in their specs. */
function declaredAll(specs: readonly string[], more = "", types = "") {
  const module = (members: string, at: number): string => `
import { defineModel, type Extension, type Integer, type Timestamp } from "@cmgen/model";
${types}
export interface Note${at}Spec { ${members} }
export interface Note${at} extends Extension<Note${at}Spec, { seen?: boolean }> {}
export default defineModel<Note${at}>({ group: "notes.example.com", version: "v1", kind: "Note${at}", plural: "notes${at}", singular: "note${at}", ${more} });
`;
  const { project, diagnostics } = readFiles(
    Object.fromEntries(specs.map((members, at) => [`src/models/note-${at}.ts`, module(members, at)])),
  );
  expect(diagnostics).toEqual([]);
  return { project, shapes: modelShapes(project) };
}

const declared = (members: string, more = "") => declaredAll([members], more);

type Case = readonly [what: string, before: string, after: string, expected: readonly string[]];

const tree = "export interface Tree { name: string; children?: Tree[] }";
const tagged = '{ t: "a"; n: number } | { t: "b"; s: string }';

const cases: readonly Case[] = [
  ["no change", "a: string", "a: string", []],
  ["another comment", "/** One. */ a: string", "/** @example 'x' */ a: string", []],
  ["another order", "a: string; b: string", "b: string; a: string", []],
  ["a new optional field", "a: string", "a: string; b?: string", ["added spec.b"]],
  ["a new required field", "a: string", "a: string; b: string", ["required spec.b"]],
  ["a new field with a default", "a: string", "a: string; /** @default 1 */ b?: number", ["added spec.b"]],
  ["an optional field that is required now", "a?: string", "a: string", ["required spec.a"]],
  ["the same, with a default", "a?: string", '/** @default "x" */ a?: string', []],
  ["a required field that is optional now", "a: string", "a?: string", []],
  ["a removed field", "a: string; b?: string", "a: string", ["removed spec.b"]],
  ["a renamed field", "a: string", "b: string", ["removed spec.a", "required spec.b"]],
  ["another type", "a: string", "a: number", ["retyped spec.a"]],
  ["whole numbers that may be any now", "a: Integer", "a: number", []],
  ["numbers that must be whole now", "a: number", "a: Integer", ["retyped spec.a"]],
  ["a string that is a time now", "a: string", "a: Timestamp", ["narrowed spec.a"]],
  ["a time that is any string now", "a: Timestamp", "a: string", []],
  ["a lower bound", "a: number", "/** @minimum 1 */ a: number", ["narrowed spec.a"]],
  ["a lower bound that is lower", "/** @minimum 2 */ a: number", "/** @minimum 1 */ a: number", []],
  [
    "a bound that is exclusive now",
    "/** @minimum 1 */ a: number",
    "/** @exclusiveMinimum 1 */ a: number",
    ["narrowed spec.a"],
  ],
  ["a bound that was exclusive", "/** @exclusiveMinimum 1 */ a: number", "/** @minimum 1 */ a: number", []],
  ["shorter", "/** @maxLength 9 */ a: string", "/** @maxLength 8 */ a: string", ["narrowed spec.a"]],
  ["longer", "/** @maxLength 9 */ a: string", "/** @maxLength 10 */ a: string", []],
  ["another pattern", "/** @pattern ^a */ a: string", "/** @pattern ^b */ a: string", ["narrowed spec.a"]],
  ["another multiple", "/** @multipleOf 4 */ a: number", "/** @multipleOf 2 */ a: number", []],
  ["a finer multiple", "/** @multipleOf 2 */ a: number", "/** @multipleOf 4 */ a: number", ["narrowed spec.a"]],
  ["items of another type", "a: string[]", "a: number[]", ["retyped spec.a[]"]],
  ["items without repeats", "a: string[]", "/** @uniqueItems */ a: string[]", ["narrowed spec.a"]],
  ["a list in the place of a value", "a: string", "a: string[]", ["retyped spec.a"]],
  ["values of a map", "a: Record<string, string>", "a: Record<string, number>", ["retyped spec.a{}"]],
  [
    "a map that is an object now",
    "a: Record<string, string>",
    "a: { b?: string }",
    ["added spec.a.b", "removed spec.a{}"],
  ],
  ["null no longer allowed", "a: string | null", "a: string", ["narrowed spec.a"]],
  ["null allowed", "a: string", "a: string | null", []],
  ["another type allowed", "a: string", "a: string | number", []],
  [
    "a field deep inside",
    "a: { b?: { c: string } }",
    "a: { b?: { d: string } }",
    ["removed spec.a.b.c", "required spec.a.b.d"],
  ],
  ["a field of items", "a: { b: string }[]", "a: { b: string; c: string }[]", ["required spec.a[].c"]],
  ["a longer tuple", "a: [string]", "a: [string, number]", ["narrowed spec.a"]],
  ["a listed value more", 'a: "x" | "y"', 'a: "x" | "y" | "z"', []],
  ["a listed value less", 'a: "x" | "y"', 'a: "x"', ["narrowed spec.a"]],
  ["listed values only", "a: string", 'a: "x" | "y"', ["narrowed spec.a"]],
  ["any string for one", 'a: "x"', "a: string", []],
  ["a member of a tagged union more", `u: ${tagged}`, `u: ${tagged} | { t: "c" }`, []],
  ["a member of a tagged union less", `u: ${tagged}`, 'u: { t: "a"; n: number }', ["narrowed spec.u"]],
  ["a field of a member", `u: ${tagged}`, `u: ${tagged.replace("n:", "m: number; n:")}`, ["required spec.u.m"]],
  ["a type that refers to itself", "t: Tree", "t: Tree; u?: Tree", ["added spec.u"]],
];

describe("a change of a model", () => {
  let changes: readonly (readonly string[])[] = [];

  beforeAll(() => {
    // A program to read takes half a second, whatever is in it.
    const { project, shapes } = declaredAll(
      cases.flatMap(([, before, after]) => [before, after]),
      "",
      tree,
    );
    const byKind = new Map(project.models.map(({ kind }, at) => [kind, shapes[at]]));
    changes = cases.map((_, at) => {
      const [old, next] = [byKind.get(`Note${2 * at}`), byKind.get(`Note${2 * at + 1}`)];
      if (old === undefined || next === undefined) throw new Error("There is no such model.");
      return compareShapes(old, next).map(({ change, path }) => `${change} ${pathText(path)}`);
    });
  });

  test.each(cases.map(([what, , , expected], at) => ({ what, expected, at })))("$what", ({ expected, at }) => {
    expect(changes[at]?.toSorted()).toEqual(expected.toSorted());
  });
});

describe("what breaks stored objects", () => {
  const earlier = [declared("assignee: string; age?: number").shapes];
  const broken = (members: string, more = "", renames: { from: string; to: string }[] = []): BrokenModel[] => {
    const { project, shapes } = declared(members, more);
    return brokenModels(project, { earlier, shapes, renames });
  };

  test("is told with its place and an answer to paste", () => {
    const [found, ...others] = broken("owner: string; age?: number");
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind: "Note0", apiVersion: "notes.example.com/v1" });
    expect(found?.breaks.map(({ message }) => message)).toEqual([
      "spec.assignee is not in the model any more.",
      "spec.owner is required and has no default.",
    ]);
    expect(found?.breaks[1]?.span).toMatchObject({ file: "src/models/note-0.ts", start: { line: 4 } });
    expect(found?.renames).toEqual([{ from: "spec.assignee", to: "spec.owner" }]);
    expect(found?.answer).toContain("owner: spec.owner ?? VALUE_FOR_OLDER_OBJECTS");
  });

  test("as a rename has an answer that is whole", () => {
    const [found] = broken("owner: string; age?: number", "", [{ from: "spec.assignee", to: "spec.owner" }]);
    expect(found?.renames).toEqual([]);
    expect(found?.answer).toBe(`evolve: [
  {
    id: "rename-spec-assignee-to-spec-owner",
    change: ({ spec }) => ({ spec: { ...spec, assignee: undefined, owner: spec.assignee } }),
  },
],`);
  });

  test("is nothing where a default, or a new step, answers it", () => {
    expect(broken("assignee: string; age?: number; more?: string")).toEqual([]);
    expect(broken("owner: string", 'evolve: [{ id: "a", change: () => ({ spec: { owner: "" } }) }]')).toEqual([]);
  });

  test("a step that was recorded answers no later change, and the last one stays", () => {
    const recorded = [earlier[0]?.map((shape) => ({ ...shape, steps: ["a"] })) ?? []];
    const step = 'evolve: [{ id: "a", change: () => ({ spec: { owner: "" } }) }]';
    const again = declared("owner: string", step);
    expect(brokenModels(again.project, { earlier: recorded, shapes: again.shapes, renames: [] })).toHaveLength(1);
    const gone = declared("assignee: string; age?: number");
    const [lost] = brokenModels(gone.project, { earlier: recorded, shapes: gone.shapes, renames: [] });
    expect(lost?.breaks.map(({ message }) => message)).toEqual([
      'The evolve step "a" is not declared any more; the last step that was released stays.',
    ]);
  });

  test("of merged branches is what breaks objects of either", () => {
    const { project, shapes } = declared("assignee: string; age?: number; more: string");
    const other = declared("assignee: string; age?: number; more: string").shapes;
    const comparison = { earlier: [other, ...earlier], shapes, renames: [] };
    expect(brokenModels(project, comparison)[0]?.breaks).toHaveLength(1);
  });

  test("deep inside is answered by code that reaches there", () => {
    const before = declared('home?: { street: string }; steps: { "a-b": string }[]; tags: Record<string, string>');
    const after = declared('home?: { road: string }; steps: { "a-b": number }[]; tags: Record<string, number>');
    const [found] = brokenModels(after.project, {
      earlier: [before.shapes],
      shapes: after.shapes,
      renames: [{ from: "spec.home.street", to: "spec.home.road" }],
    });
    expect(found?.answer).toContain(
      'home: spec.home && { ...spec.home, street: undefined, road: spec.home?.street }, steps: spec.steps?.map((item: any) => ({ ...item, "a-b": VALUE_FOR_OLDER_OBJECTS })), tags: VALUE_FOR_OLDER_OBJECTS',
    );
  });
});
