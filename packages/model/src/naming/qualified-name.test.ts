import { describe, expect, test } from "vitest";
import type { NameProblem } from "./name-problem.js";
import { checkFinalizer, checkLabelKey, checkLabelValue, isReservedLabelKey } from "./qualified-name.js";

const messages = (problems: readonly NameProblem[]) => problems.map((problem) => problem.message);
const keywords = (problems: readonly NameProblem[]) => problems.map((problem) => problem.keyword);

describe("label keys (spec 2.3)", () => {
  test.each([
    "a",
    "A.b_c-d",
    "example.com/tier",
    "com.example/Tier",
    "a/b",
    `${"a".repeat(253)}/${"b".repeat(63)}`,
    `${"a".repeat(252)}/${"b".repeat(62)}`,
  ])("accepts %s", (key) => {
    expect(checkLabelKey(key)).toEqual([]);
    expect(checkFinalizer(key)).toEqual([]);
  });

  test.each([
    ["", ["name must not be empty"]],
    ["/a", ["prefix must not be empty"]],
    ["a/", ["name must not be empty"]],
    ["/", ["prefix must not be empty", "name must not be empty"]],
    ["a/b/c", ["name must be letters, digits, '-', '_' and '.', with a letter or digit at both ends"]],
    ["-a", ["name must be letters, digits, '-', '_' and '.', with a letter or digit at both ends"]],
    ["é", ["name must be letters, digits, '-', '_' and '.', with a letter or digit at both ends"]],
    ["b".repeat(64), ["name must be at most 63 characters, not 64"]],
    [`${"a".repeat(254)}/b`, ["prefix must be at most 253 characters, not 254"]],
    [
      "Example.com/b",
      [
        "prefix must be a DNS subdomain: lowercase letters, digits and '-' in parts joined by '.', " +
          "with a letter or digit at both ends of each",
      ],
    ],
  ])("refuses %j", (key, expected) => {
    expect(messages(checkLabelKey(key))).toEqual(expected);
  });
});

describe("label values", () => {
  test.each(["", "a", "a b", "a,b", "ä", "😀".repeat(253), "x".repeat(253)])("accepts %j", (value) => {
    expect(checkLabelValue(value)).toEqual([]);
  });

  test("refuses what a database cannot store or what is too long, counting characters", () => {
    expect(keywords(checkLabelValue("a\u0000"))).toEqual(["pattern"]);
    expect(keywords(checkLabelValue("a\ud800b"))).toEqual(["pattern"]);
    expect(keywords(checkLabelValue("😀".repeat(254)))).toEqual(["maxLength"]);
  });
});

describe("reserved label keys (spec 2.3, rule 1)", () => {
  test("are those without a prefix and those of the platform", () => {
    expect(isReservedLabelKey("tier")).toBe(true);
    expect(isReservedLabelKey("cmgen.dev/tier")).toBe(true);
    expect(isReservedLabelKey("a.cmgen.dev/tier")).toBe(true);
    expect(isReservedLabelKey("notcmgen.dev/tier")).toBe(false);
    expect(isReservedLabelKey("example.com/tier")).toBe(false);
    expect(isReservedLabelKey("example.com/tier", ["example.com"])).toBe(true);
  });
});
