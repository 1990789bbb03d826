import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareValues, matchesFields, matchesLabels, matchesRequirement, type Comparable } from "./match-selector.js";
import { parseSelector } from "./parse-selector.js";

const labels = { tier: "gold", "example.com/zone": "", __proto__x: "y" };

describe("matchesLabels", () => {
  test.each([
    ["tier", true],
    ["!tier", false],
    ["tier=gold", true],
    ["tier=silver", false],
    ["tier!=silver", true],
    ["tier!=gold", false],
    ["tier in (silver, gold)", true],
    ["tier notin (silver, gold)", false],
    ["other", false],
    ["!other", true],
    ["other=gold", false],
    ["other!=gold", true],
    ["other notin (gold)", true],
    ["example.com/zone", true],
    ["example.com/zone=", true],
    ["example.com/zone!=", false],
    ["tier,!other,tier=gold", true],
    ["tier,other", false],
    ["constructor", false],
    ["toString!=x", true],
  ])("%s: %s", (selector, expected) => {
    expect(matchesLabels(parseSelector(selector, "label"), labels)).toBe(expected);
  });

  test("an object without labels", () => {
    expect(matchesLabels(parseSelector("!a,b!=c", "label"))).toBe(true);
    expect(matchesLabels(parseSelector("a", "label"))).toBe(false);
    expect(matchesLabels([])).toBe(true);
  });
});

describe("matchesFields", () => {
  const fields = new Map<string, readonly Comparable[]>([
    ["age", [9]],
    ["big", [9007199254740993n]],
    ["tags", ["a", "b"]],
    ["name", ["Ann"]],
    ["none", []],
  ]);
  const matches = (
    key: string,
    operator: Parameters<typeof matchesRequirement>[0]["operator"],
    ...values: Comparable[]
  ) => matchesFields([{ key, operator, values }], (field) => fields.get(field) ?? []);

  test("compares numbers as numbers", () => {
    expect(matches("age", "<", 10)).toBe(true);
    expect(matches("age", ">", 10)).toBe(false);
    expect(matches("age", ">=", 9)).toBe(true);
    expect(matches("age", "<=", 8)).toBe(false);
    expect(matches("big", ">", 9007199254740992n)).toBe(true);
  });

  test("one alternative is enough, with all its requirements", () => {
    const selects = (text: string): boolean =>
      matchesFields<Comparable>(parseSelector(text, "field"), (field) => fields.get(field) ?? []);
    expect(selects("(name=Ann|name=Bob)")).toBe(true);
    expect(selects("(name=Bob|name=Cid)")).toBe(false);
    expect(selects("(name=Bob|name=Ann,tags=c)")).toBe(false);
    expect(selects("(name=Bob|name=Ann),(tags=c|!none)")).toBe(true);
    expect(selects("tags=c,(name=Bob|name=Ann)")).toBe(false);
  });

  test("contains wants all words, of which the last may go on", () => {
    expect(matches("tags", "contains", "a")).toBe(true);
    expect(matches("tags", "contains", "b A")).toBe(true);
    expect(matches("tags", "contains", "a c")).toBe(false);
    expect(matches("tags", "contains", "")).toBe(false);
    expect(matches("none", "contains", "a")).toBe(false);
  });

  test("one of several values is enough, but for notIn", () => {
    expect(matches("tags", "in", "b", "c")).toBe(true);
    expect(matches("tags", "notIn", "b", "c")).toBe(false);
    expect(matches("tags", "notIn", "c")).toBe(true);
    expect(matches("tags", ">", "a")).toBe(true);
    expect(matches("tags", "startsWith", "b")).toBe(true);
  });

  test("an absent field meets notIn and absent alone", () => {
    for (const key of ["none", "unheard-of"]) {
      expect(matches(key, "notIn", "x")).toBe(true);
      expect(matches(key, "absent")).toBe(true);
      for (const operator of ["in", ">", ">=", "<", "<=", "startsWith"] as const) {
        expect(matches(key, operator, "x")).toBe(false);
      }
      expect(matches(key, "exists")).toBe(false);
    }
  });

  test("startsWith is case-sensitive and takes the empty prefix", () => {
    expect(matches("name", "startsWith", "An")).toBe(true);
    expect(matches("name", "startsWith", "an")).toBe(false);
    expect(matches("name", "startsWith", "")).toBe(true);
  });
});

test("notIn holds exactly where in does not", () => {
  const some = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 3 });
  fc.assert(
    fc.property(some, fc.array(fc.constantFrom("a", "b", "")), (actual, values) => {
      expect(matchesRequirement({ operator: "notIn", values }, actual)).toBe(
        !matchesRequirement({ operator: "in", values }, actual),
      );
    }),
  );
});

test("strings go by code point, as UTF-8 does", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "é", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}") });
  const utf8 = new TextEncoder();
  fc.assert(
    fc.property(text, text, (left, right) => {
      const expected = Buffer.compare(utf8.encode(left), utf8.encode(right));
      expect(Math.sign(compareValues(left, right))).toBe(expected);
    }),
    { numRuns: 1000 },
  );
});

test("booleans order false before true", () => {
  expect(compareValues(false, true)).toBeLessThan(0);
  expect(compareValues(true, true)).toBe(0);
});
