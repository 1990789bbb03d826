import { describe, expect, it } from "vitest";
import { readPatch } from "./patch-text.js";

describe("a patch as text", () => {
  it.each<[string, unknown]>([
    ["spec: {state: closed}", { spec: { state: "closed" } }],
    ["spec.state: closed\nspec.tags: [a]", { spec: { state: "closed", tags: ["a"] } }],
    ["spec.a.b: 1\nspec:\n  a: {c: 2}\n  d: null", { spec: { a: { b: 1, c: 2 }, d: null } }],
    ['{"spec.a": null, "status.b": {"c.d": 1}}', { spec: { a: null }, status: { b: { "c.d": 1 } } }],
    ["metadata.labels.example.com/team: red", { metadata: { labels: { "example.com/team": "red" } } }],
    ["spec.__proto__.x: 1", { spec: JSON.parse('{"__proto__":{"x":1}}') }],
    ["other.a: 1\nspec..a: 2", { "other.a": 1, "spec..a": 2 }],
  ])("%s", (text, patch) => {
    expect(readPatch(text)).toEqual({ patch, problems: [] });
  });

  it("gives each field once", () => {
    expect(readPatch("spec.state: a\nspec: {state: b, x: 1}").problems).toEqual(["spec.state is given twice."]);
    expect(readPatch("spec: a\nspec.state: b").problems).toEqual(["spec is given twice."]);
  });

  it("says nothing of which object is meant", () => {
    expect(readPatch("metadata.name: a\nkind: B").problems).toEqual([
      "kind must not be in the patch: it stays as it is.",
      "metadata.name must not be in the patch: it stays as it is.",
    ]);
  });
});
