import { expect, test } from "vitest";
import type { SchemaError } from "./schema-error.js";
import { appendErrors, violationsOf } from "./violations-of.js";

const error = (keyword: string, params: object = {}, more: Partial<SchemaError> = {}): SchemaError => {
  return { instancePath: "/spec", keyword, params: { ...params }, ...more };
};

test("no errors are no violations", () => {
  expect(violationsOf(null)).toEqual([]);
  expect(violationsOf([])).toEqual([]);
});

test("a missing or unknown field is pointed at itself, its name escaped", () => {
  expect(violationsOf([error("required", { missingProperty: "a/b~c" })])).toEqual([
    { path: "/spec/a~1b~0c", keyword: "required", message: "is required" },
  ]);
  expect(violationsOf([error("additionalProperties", { additionalProperty: "x" })])[0]?.path).toBe("/spec/x");
});

test("a name that is at fault is pointed at, and said to be what is wrong", () => {
  const errors = [
    error("maxLength", { limit: 1 }, { propertyName: "ab" }),
    error("propertyNames", { propertyName: "ab" }),
  ];
  expect(violationsOf(errors)).toEqual([
    { path: "/spec/ab", keyword: "maxLength", message: "has a name that must have at most 1 character" },
  ]);
});

test.each<[string, object, string]>([
  ["type", { type: "object" }, "must be an object"],
  ["type", { type: ["string", "null"] }, "must be a string or null"],
  ["enum", { allowedValues: ["a", 1, null] }, 'must be one of "a", 1, null'],
  ["const", { allowedValue: "a" }, 'must be "a"'],
  ["minItems", { limit: 1 }, "must have at least 1 item"],
  ["maximum", { limit: 3 }, "must be 3 or less"],
  ["anyOf", { alternatives: ["A", "B"] }, "must be one of the alternatives: A; B"],
  ["anyOf", {}, "must be one of the alternatives"],
  ["toString", {}, "breaks toString"],
])("%s %j reads: %s", (keyword, params, message) => {
  expect(violationsOf([error(keyword, params)])[0]?.message).toBe(message);
});

test("what is said twice is told once, and a thousand are enough", () => {
  expect(
    violationsOf([error("required", { missingProperty: "a" }), error("required", { missingProperty: "a" })]),
  ).toHaveLength(1);
  const many = Array.from({ length: 5000 }, (_, at) => error("required", { missingProperty: `a${at}` }));
  expect(violationsOf(many)).toHaveLength(1000);
});

test("errors are joined in place", () => {
  const first = [error("type")];
  expect(appendErrors(first, [error("enum")])).toBe(first);
  expect(first).toHaveLength(2);
  expect(appendErrors(null, null)).toEqual([]);
});
