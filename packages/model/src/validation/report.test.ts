import { expect, test } from "vitest";

import { report, reportUnknown, unknownNames } from "./report.js";
import type { SchemaError } from "./schema-error.js";

test("errors are counted as they come", () => {
  const errors: SchemaError[] = [];
  expect(report(errors, "/spec", "type", { type: "object" })).toBe(1);
  expect(report(errors, "/spec", "maxLength", { limit: 1 }, "name")).toBe(2);
  expect(reportUnknown(errors, "", ["a", "b"])).toBe(4);
  expect(errors.slice(1)).toEqual([
    { instancePath: "/spec", keyword: "maxLength", params: { limit: 1 }, propertyName: "name" },
    { instancePath: "", keyword: "additionalProperties", params: { additionalProperty: "a" } },
    { instancePath: "", keyword: "additionalProperties", params: { additionalProperty: "b" } },
  ]);
});

test.each([
  ["a list", ["a", "toString"]],
  ["a set", new Set(["a", "toString"])],
])("own fields are found that are not among the names of %s, and no others", (_, names) => {
  const inherited: object = Object.assign(Object.create({ inherited: 1 }) as object, { a: 1, toString: 2 });
  expect(unknownNames(inherited, names)).toBeUndefined();
  expect(unknownNames(JSON.parse('{"a":1,"__proto__":2,"valueOf":3}') as object, names)).toEqual([
    "__proto__",
    "valueOf",
  ]);
  const many = Object.fromEntries(Array.from({ length: 500 }, (_value, at) => [`x${at}`, at]));
  expect(unknownNames(many, names)).toHaveLength(100);
});
