import { expect, it } from "vitest";
import { limitsOf } from "./limits.js";

it.each<[object, string]>([
  [{}, ""],
  [{ type: "string", minLength: 1 }, "At least 1 character."],
  [{ type: "string", minLength: 2, maxLength: 2000 }, "At least 2 characters, at most 2,000 characters."],
  [{ type: "string", pattern: "^[a-z]+$" }, ""],
  [{ type: "string", format: "email" }, "An email address."],
  [{ type: "string", format: "something-else" }, ""],
  [{ type: "integer", minimum: 1, maximum: 9 }, "A whole number, at least 1, at most 9."],
  [{ type: "integer", minimum: Number.MIN_SAFE_INTEGER }, "A whole number."],
  [
    { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.1 },
    "More than 0, less than 1, a multiple of 0.1.",
  ],
  [
    { type: "array", minItems: 1, maxItems: 3, uniqueItems: true },
    "At least 1 item, at most 3 items, no two are equal.",
  ],
  [{ type: "object", minProperties: 1, maxProperties: 5 }, "At least 1 entry, at most 5 entries."],
])("the limits of %j in words", (schema, words) => {
  expect(limitsOf({ ...schema })).toBe(words);
});
