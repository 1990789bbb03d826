import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GENERATED_SUFFIX_LENGTH, generateObjectName } from "./generated-name.js";
import { checkGenerateName, checkObjectName } from "./object-name.js";

describe("object names (spec 2.2)", () => {
  test.each(["a", "0", "a-b", "a--b", "0-9", "ann", "a".repeat(253)])("accepts %s", (name) => {
    expect(checkObjectName(name)).toEqual([]);
  });

  test.each([
    ["", "minLength"],
    ["-a", "pattern"],
    ["a-", "pattern"],
    ["-", "pattern"],
    ["a.b", "pattern"],
    ["A", "pattern"],
    ["a_b", "pattern"],
    ["é", "pattern"],
    ["a\n", "pattern"],
    ["a b", "pattern"],
    ["a".repeat(254), "maxLength"],
  ])("refuses %j for %s", (name, keyword) => {
    expect(checkObjectName(name).map((problem) => problem.keyword)).toEqual([keyword]);
  });

  test("reports every reason, and the length there is", () => {
    expect(checkObjectName(`${"a".repeat(300)}_`)).toEqual([
      { keyword: "pattern", message: "must be lowercase letters, digits and '-', with a letter or digit at both ends" },
      { keyword: "maxLength", message: "must be at most 253 characters, not 301" },
    ]);
  });
});

describe("generated names", () => {
  const longest = 253 - GENERATED_SUFFIX_LENGTH;

  test("a prefix leaves room for its suffix", () => {
    expect(checkGenerateName("a".repeat(longest))).toEqual([]);
    expect(checkGenerateName("a".repeat(longest + 1)).map((problem) => problem.keyword)).toEqual(["maxLength"]);
    expect(checkGenerateName("person-")).toEqual([]);
    expect(checkGenerateName("-person").map((problem) => problem.keyword)).toEqual(["pattern"]);
    expect(checkGenerateName("").map((problem) => problem.keyword)).toEqual(["minLength"]);
  });

  test("whatever prefix is accepted, the completed name is", () => {
    const prefix = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,244}$/);
    fc.assert(
      fc.property(prefix, (given) => {
        expect(checkGenerateName(given)).toEqual([]);
        const name = generateObjectName(given);
        expect(name.startsWith(given)).toBe(true);
        expect(name).toHaveLength(given.length + GENERATED_SUFFIX_LENGTH);
        expect(checkObjectName(name)).toEqual([]);
      }),
    );
  });

  test("uses the random numbers it is given, to the ends of their range", () => {
    expect(generateObjectName("a-", () => 0)).toBe("a-bbbbbbbb");
    expect(generateObjectName("a-", () => 1 - Number.EPSILON)).toBe("a-99999999");
  });
});
