import { expect, it } from "vitest";
import { readPatch } from "./patch-text.js";

it("reads YAML and JSON", () => {
  const patch = { spec: { age: 3, home: null }, metadata: { labels: { team: "red" } } };
  expect(readPatch("spec:\n  age: 3\n  home: null\nmetadata: {labels: {team: red}}")).toEqual({ patch, problems: [] });
  expect(readPatch(JSON.stringify(patch))).toEqual({ patch, problems: [] });
});

it.each([
  ["", /empty/],
  ["just a text", /empty/],
  ["- a\n- b", /empty/],
  ["spec:\n  age: [3", /^Line \d+: /],
  ["kind: Person\nspec: {age: 3}", /^kind /],
  ["metadata: {name: ann}", /^metadata\.name /],
  ["metadata: {version: 3}", /^metadata\.version /],
])("says what is wrong with %j", (text, problem) => {
  expect(readPatch(text).problems[0]).toMatch(problem);
});
