import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { INDEX_NAME_PATTERN } from "../naming/patterns.js";
import { locateTerms, parseSelector } from "./parse-selector.js";
import { printSelector } from "./print-selector.js";
import { hintWithin } from "./selector-hints.js";
import type { Operator, Requirement, SelectorTerm } from "./requirement.js";

const values = fc
  .oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom(...Array.from(' ,()=!<>^|"\\ab\t\n\u00a0é😀\u2028\u007f')) }),
  )
  .filter((value) => !value.includes("\u0000"));

const labelKeys = fc.oneof(
  fc.stringMatching(/^[a-z]{1,4}\.[a-z]{1,4}\/[A-Za-z]{1,5}$/),
  fc.constantFrom("a", "in", "notin", "contains"),
);
const fieldKeys = fc.oneof(fc.stringMatching(new RegExp(INDEX_NAME_PATTERN, "u")), labelKeys);

function requirement(keys: fc.Arbitrary<string>, comparisons: readonly Operator[]): fc.Arbitrary<Requirement> {
  const of = (operators: readonly Operator[], count: { minLength: number; maxLength: number }) =>
    fc.record({ key: keys, operator: fc.constantFrom(...operators), values: fc.array(values, count) });
  const terms = [
    of(["exists", "absent"], { minLength: 0, maxLength: 0 }),
    of(["in", "notIn"], { minLength: 0, maxLength: 4 }),
    ...(comparisons.length > 0 ? [of(comparisons, { minLength: 1, maxLength: 1 })] : []),
  ];
  return fc.oneof(...terms);
}

const comparisons = [">", ">=", "<", "<=", "startsWith", "contains"] as const;
const labelTerms = fc.array(requirement(labelKeys, []), { maxLength: 5 });
const grouped = requirement(
  fieldKeys.filter((key) => !key.includes("|")),
  comparisons,
);
const group = fc
  .array(fc.array(grouped, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  .map((anyOf): SelectorTerm => ({ anyOf }));
const plainTerms = fc.array(fc.oneof<fc.Arbitrary<SelectorTerm>[]>(requirement(fieldKeys, comparisons), group), {
  maxLength: 5,
});
const ungroupable = (key: string): boolean => !key.includes("|");
const others = fc.record({
  key: fieldKeys.filter(ungroupable),
  operator: fc.constantFrom<Operator[]>("among", "notAmong"),
  values: fc.constant([]),
  of: fc.record({
    resource: fc.stringMatching(/^[a-z]{1,5}(\.[a-z]{1,5})?$/),
    terms: plainTerms,
    key: fieldKeys.filter(ungroupable),
  }),
});
const fieldTerms = fc
  .tuple(plainTerms, fc.array(others, { maxLength: 2 }), fc.boolean())
  .map(([plain, of, isGrouped]): SelectorTerm[] =>
    isGrouped && of.length > 0 ? [...plain, { anyOf: of.map((each) => [each]) }] : [...of, ...plain],
  )
  // A selector of more terms than its limit is not read again.
  .filter((terms) => countOf(terms) <= 50);

function countOf(terms: readonly SelectorTerm[]): number {
  const counts = terms.map((term) =>
    "anyOf" in term ? countOf(term.anyOf.flat()) : 1 + (term.of === undefined ? 0 : countOf(term.of.terms)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

describe("parse(print(x)) is x", () => {
  test("for labels", () => {
    fc.assert(
      fc.property(labelTerms, (given) => {
        expect(parseSelector(printSelector(given), "label")).toEqual(given);
      }),
      { numRuns: 1000 },
    );
  });

  test("for fields", () => {
    fc.assert(
      fc.property(fieldTerms, (given) => {
        expect(parseSelector(printSelector(given), "field")).toEqual(given);
      }),
      { numRuns: 1000 },
    );
  });
});

/** What visitors type who mean a text: the hints for selectors written by hand must not refuse it. */
const typed = fc.oneof(
  values,
  fc
    .array(fc.constantFrom("'", ";", "&&", "|", " or ", " and ", "!", "a", "=", "=1", "spec.title", " in ", "x"), {
      maxLength: 6,
    })
    .map((parts) => parts.join("")),
);

test("no value that is printed is taken for more than a value", () => {
  fc.assert(
    fc.property(typed, (value) => {
      const printed = printSelector([{ key: "spec.owner", operator: "in", values: [value] }]);
      const [term] = locateTerms([printed], "field");
      if (term === undefined || !("requirement" in term)) return expect.unreachable();
      expect(term.requirement.values).toEqual([value]);
      const isQuoted = printed[(term.valueColumns[0] ?? 0) - 1] === '"';
      expect(isQuoted ? undefined : hintWithin(value, () => true)).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
});

describe("printSelector", () => {
  test("quotes only what must be quoted", () => {
    const given: Requirement[] = [
      { key: "a", operator: "in", values: ["b=c"] },
      { key: "a", operator: "in", values: ["=c"] },
      { key: "a", operator: "notIn", values: ["x y", "z"] },
      { key: "a", operator: "in", values: [""] },
      { key: "a", operator: "absent", values: [] },
      { key: "a", operator: "startsWith", values: ["An"] },
    ];
    expect(printSelector(given)).toBe('a=b=c,a="=c",a!=("x y",z),a="",!a,a^=An');
  });

  test("prints alternatives", () => {
    const [a, b]: Requirement[] = [
      { key: "a", operator: "in", values: ["x|y"] },
      { key: "b", operator: "absent", values: [] },
    ];
    if (a === undefined || b === undefined) throw new Error("There are two");
    expect(printSelector([b, { anyOf: [[a], [b, a]] }])).toBe('!b,(a="x|y"|!b,a="x|y")');
    expect(() => printSelector([{ anyOf: [] }])).toThrow("there are none");
    expect(() => printSelector([{ anyOf: [[a], []] }])).toThrow("an empty one");
    expect(() => printSelector([{ anyOf: [[{ ...a, key: "a|b" }]] }])).toThrow('the key "a|b"');
    expect(printSelector([{ ...b, key: "a|b" }])).toBe("!a|b");
  });

  test("prints the values of others", () => {
    const of = { resource: "b.example.com", terms: [{ key: "c", operator: "in", values: ["x"] }], key: "d.e" } as const;
    const given: Requirement = { key: "a", operator: "among", values: [], of };
    expect(printSelector([given, { ...given, operator: "notAmong" }])).toBe(
      "a in b.example.com(c=x).d.e,a notin b.example.com(c=x).d.e",
    );
    for (const wrong of [{ resource: "b,c" }, { key: "" }])
      expect(() => printSelector([{ ...given, of: { ...of, ...wrong } }])).toThrow("cannot name the key");
    expect(() => printSelector([{ anyOf: [[{ ...given, of: { ...of, key: "d|e" } }]] }])).toThrow('the key "d|e"');
  });

  test("prints no requirements as the empty text", () => {
    expect(printSelector([])).toBe("");
  });

  test.each(["", "a,b", "a=b", "!a", "a b", "a(b", 'a"'])(
    "refuses the key %j, which would change the meaning",
    (key) => {
      expect(() => printSelector([{ key, operator: "exists", values: [] }])).toThrow(RangeError);
    },
  );

  test("refuses operators without the values they need", () => {
    expect(() => printSelector([{ key: "a", operator: ">", values: [] }])).toThrow("takes one value, not 0");
    expect(() => printSelector([{ key: "a", operator: ">", values: ["1", "2"] }])).toThrow("takes one value, not 2");
  });
});
