import { expect, test } from "vitest";

import { isTightening } from "./constraint-keywords.js";

test("a constraint that was not there, or is the same, or is narrower, tightens", () => {
  expect(isTightening({ maxLength: 5 }, {})).toBe(true);
  expect(isTightening({ pattern: "^a" }, { pattern: "^a", maxLength: 1 })).toBe(true);
  expect(isTightening({ maxLength: 5, minimum: 2 }, { maxLength: 6, minimum: 1 })).toBe(true);
  expect(isTightening({ uniqueItems: true }, { uniqueItems: false })).toBe(true);
});

test("one that is wider, or another altogether, does not", () => {
  expect(isTightening({ maxLength: 7 }, { maxLength: 6 })).toBe(false);
  expect(isTightening({ minItems: 0 }, { minItems: 1 })).toBe(false);
  expect(isTightening({ pattern: "^b" }, { pattern: "^a" })).toBe(false);
  expect(isTightening({ multipleOf: 3 }, { multipleOf: 2 })).toBe(false);
  expect(isTightening({ uniqueItems: false }, { uniqueItems: true })).toBe(false);
});
