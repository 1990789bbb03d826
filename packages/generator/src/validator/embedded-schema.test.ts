import { expect, test } from "vitest";

import { embeddedSchemaProblem } from "./embedded-schema.js";
import type { Json } from "../model/type.js";

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
  [[], "the schema must be an object or true or false"],
  ["string", "the schema must be an object or true or false"],
  [{ tpye: "string" }, "/tpye is not a keyword that can be used here"],
  [{ $ref: "#/a" }, "/$ref is not a keyword that can be used here"],
  [{ toString: 1 }, "/toString is not a keyword that can be used here"],
  [JSON.parse('{ "__proto__": 1 }'), "/__proto__ is not a keyword that can be used here"],
  [{ properties: { a: { tpye: 1 } } }, "/properties/a/tpye is not a keyword that can be used here"],
  [{ type: "strng" }, '/type must be one of "array", "boolean", "integer", "null", "number", "object", "string"'],
  [{ items: [{ type: "string" }] }, "/items must be an object or true or false"],
  [{ properties: { a: { pattern: "(" } } }, "/properties/a/pattern must be a regular expression"],
  [{ patternProperties: { "(": {} } }, "/patternProperties/( must be a regular expression"],
  [{ maxLength: -1, minLength: "1" }, "/maxLength must be 0 or more; /minLength must be a whole number"],
  [{ multipleOf: 0 }, "/multipleOf must be more than 0"],
  [{ anyOf: [] }, "/anyOf must have at least 1 item"],
  [{ enum: [] }, "/enum must have at least 1 item"],
  [{ required: "a" }, "/required must be an array"],
])("%j is not: %s", (schema, problem) => {
  expect(embeddedSchemaProblem(schema)).toBe(problem);
});

test("a format that no validator checks is refused", () => {
  expect(embeddedSchemaProblem({ type: "string", format: "emial" })).toMatch(/^\/format must be one of "date-time", /);
});

test.each<[Json, string]>([
  [{ type: "string", minimum: 3 }, 'missing type "number" for keyword "minimum" at "#" (strictTypes)'],
  [{ type: "object", if: { required: ["a"] } }, '"if" without "then" and "else" is ignored'],
  [
    { type: "object", properties: { a: { minLength: 1 } } },
    'missing type "string" for keyword "minLength" at "#/properties/a" (strictTypes)',
  ],
])("in %j a keyword never applies: %s", (schema, problem) => {
  expect(embeddedSchemaProblem(schema)).toBe(problem);
  expect(embeddedSchemaProblem(schema)).toBe(problem);
});

test.each<Json>([
  { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] },
  { type: "array", prefixItems: [{ type: "string" }] },
  { type: ["string", "number"], minLength: 1, minimum: 1 },
])("%j is an idiom that strict mode has to take", (schema) => {
  expect(embeddedSchemaProblem(schema)).toBeUndefined();
});
