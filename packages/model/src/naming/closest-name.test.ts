import { expect, test } from "vitest";

import { closestName } from "./closest-name.js";

const names = ["models", "outDir", "prismaDir", "databases", "maxLength", "minLength"];

test.each([
  ["model", "models"],
  ["outdir", "outDir"],
  ["otuDir", "outDir"],
  ["database", "databases"],
  ["maxlenght", "maxLength"],
  ["minLegth", "minLength"],
])("%s was meant to be %s", (name, expected) => {
  expect(closestName(name, names)).toBe(expected);
});

test.each(["", "x", "templates", "colour"])("%j resembles none", (name) => {
  expect(closestName(name, names)).toBeUndefined();
});

test("of two that are as near, the first", () => {
  expect(closestName("mixLength", ["maxLength", "minLength"])).toBe("maxLength");
});
