import { expect, test } from "vitest";

import { embeddedSchemaProblem } from "./embedded-schema.js";
import type { Json } from "./type.js";

test.each<Json>([
  true,
  false,
  {},
  { type: ["string", "null"], maxLength: 3, "x-note": { any: "thing" } },
  {
    type: "object",
    properties: { $ref: { type: "string" } },
    patternProperties: { "^a": true },
    additionalProperties: false,
  },
  { oneOf: [{ const: { a: 1 } }, { enum: [1, "a"] }], not: { type: "null" } },
])("%j is a schema", (schema) => {
  expect(embeddedSchemaProblem(schema)).toBeUndefined();
});

test.each<[Json, string]>([
  [[], "a schema is an object, true or false"],
  ["string", "a schema is an object, true or false"],
  [{ tpye: "string" }, '"tpye" is no keyword that can be used here'],
  [{ $ref: "#/a" }, '"$ref" is no keyword that can be used here'],
  [{ toString: 1 }, '"toString" is no keyword that can be used here'],
  [{ type: "strng" }, '"type" is not one of null, boolean, integer, number, string, array, object'],
  [{ items: [{ type: "string" }] }, "a schema is an object, true or false"],
  [{ properties: { a: { pattern: "(" } } }, '"pattern" is not a regular expression'],
  [{ patternProperties: { "(": {} } }, '"patternProperties" is not a regular expression'],
  [{ maxLength: -1 }, '"maxLength" is not a whole number, 0 or more'],
  [{ multipleOf: 0 }, '"multipleOf" is not a number above 0'],
  [{ format: "emial" }, '"format" is not a format that is known'],
  [{ anyOf: [] }, '"anyOf" is no list of schemas'],
  [{ required: "a" }, '"required" is not a list of texts'],
])("%j is none: %s", (schema, problem) => {
  expect(embeddedSchemaProblem(schema)).toBe(problem);
});
