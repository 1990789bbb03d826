import { expect, it } from "vitest";
import type { ReferencePath } from "../../model/reference-path.js";
import { clearReference } from "./clear-reference.js";

const nothing = { clearedTo: "nothing", name: "x" } as const;

it.each<[ReferencePath, unknown, unknown]>([
  [["a"], { a: "x", b: "x" }, { b: "x" }],
  [["a"], { a: "y" }, { a: "y" }],
  [["a", "b"], { a: { b: "x", c: 1 } }, { a: { c: 1 } }],
  [["a", null], { a: ["x", "y", "x"] }, { a: ["y"] }],
  [["a", null], { a: { one: "x", two: "y" } }, { a: { two: "y" } }],
  [["a", null, "b"], { a: [{ b: "x" }, { b: "y" }, 1, null] }, { a: [{}, { b: "y" }, 1, null] }],
  [["a", "b"], { a: ["x"] }, { a: ["x"] }],
  [["a", "b"], { c: 1 }, { c: 1 }],
])("takes what is at %j out of %j", (path, value, expected) => {
  const before = structuredClone(value);
  expect(clearReference(value, path, nothing)).toEqual(expected);
  expect(value).toEqual(before);
});

it("sets to null what cannot be left out", () => {
  expect(clearReference({ a: "x" }, ["a"], { clearedTo: "null", name: "x" })).toEqual({ a: null });
  expect(clearReference({ a: ["x", "y"] }, ["a", null], { clearedTo: "null", name: "x" })).toEqual({ a: [null, "y"] });
});
