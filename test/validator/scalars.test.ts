import { describe, expect, test } from "vitest";
import type { Type } from "../../packages/generator/src/model/type.js";
import {
  literal,
  oneOf,
  scalar,
  string,
  nothing,
} from "../../packages/generator/src/model/type-builders.test.fixture.js";
import { validatorOf } from "./check-value.js";

describe("scalars", () => {
  test.each<[Type, readonly unknown[], readonly unknown[]]>([
    [string({ minLength: 1, maxLength: 2 }), ["a", "😀😀"], ["", "abc", 1, null]],
    [string({ pattern: "^a+$" }), ["a"], ["b", ""]],
    [string({ format: "email" }), ["a@b.example"], ["a", "a@", "@b"]],
    [scalar("number"), [0, -1.5, 1e300], ["1", Number.NaN, Number.POSITIVE_INFINITY, null]],
    [scalar("number", { multipleOf: 0.1 }), [0.3, 1.1, -7], [0.35]],
    [scalar("number", { exclusiveMinimum: 0, exclusiveMaximum: 1 }), [0.5], [0, 1]],
    [scalar("integer"), [1, -0, 2 ** 53 - 1], [1.5, 2 ** 53, "1", 1e300]],
    [scalar("int64"), ["0", "-1", "9223372036854775807"], ["9223372036854775808", "01", "-0", "1.0", "", 1]],
    [scalar("boolean"), [true, false], [0, "true", null]],
    [
      scalar("timestamp"),
      ["2024-02-29T23:59:59Z", "2024-01-01T00:00:00.123+05:30"],
      ["2023-02-29T00:00:00Z", "2024-01-01", "now"],
    ],
    [nothing, [null], [0, false, ""]],
    [literal("a"), ["a"], ["b", 1]],
    [literal(1), [1], [2, "1"]],
    [oneOf("a", 1, true), ["a", 1, true], ["1", "true", false, null]],
  ])("%j", (type, good, bad) => {
    const validate = validatorOf(type);
    for (const value of good) expect([value, validate(value).violations]).toEqual([value, []]);
    for (const value of bad) expect([value, validate(value).violations.length > 0]).toEqual([value, true]);
  });
});
