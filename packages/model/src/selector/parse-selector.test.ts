import { describe, expect, test } from "vitest";
import { parseSelector, parseSelectors, locateTerms, locateValues } from "./parse-selector.js";
import type { AnyOf, Requirement, SelectorDialect, SelectorTerm } from "./requirement.js";
import { SelectorSyntaxError } from "./selector-syntax-error.js";

const term = (key: string, operator: Requirement["operator"], ...values: string[]): Requirement => ({
  key,
  operator,
  values,
});

const anyOf = (...alternatives: Requirement[][]): AnyOf => ({ anyOf: alternatives });

const good: readonly [string, Requirement[]][] = [
  ["", []],
  [" \t ", []],
  ["a", [term("a", "exists")]],
  ["!a", [term("a", "absent")]],
  ["! a", [term("a", "absent")]],
  ["a=b", [term("a", "in", "b")]],
  ["a==b", [term("a", "in", "b")]],
  ["a!=b", [term("a", "notIn", "b")]],
  ["a=b=c", [term("a", "in", "b=c")]],
  ["a=", [term("a", "in", "")]],
  ["a!=", [term("a", "notIn", "")]],
  ["a=,b", [term("a", "in", ""), term("b", "exists")]],
  ['a=""', [term("a", "in", "")]],
  ["a=(b,c)", [term("a", "in", "b", "c")]],
  ["a=(b)", [term("a", "in", "b")]],
  ["a!=(b,c)", [term("a", "notIn", "b", "c")]],
  ["a in (b,c)", [term("a", "in", "b", "c")]],
  ["a in(b)", [term("a", "in", "b")]],
  ["a notin (b,c)", [term("a", "notIn", "b", "c")]],
  ['a in ("", b)', [term("a", "in", "", "b")]],
  ["a in ()", [term("a", "in")]],
  ["a notin ( )", [term("a", "notIn")]],
  ["a=(),b!=()", [term("a", "in"), term("b", "notIn")]],
  ["in in (in)", [term("in", "in", "in")]],
  ["in", [term("in", "exists")]],
  ["!notin", [term("notin", "absent")]],
  ["  a =  b c  ,\t! d ", [term("a", "in", "b c"), term("d", "absent")]],
  ["a = ( b , c d )", [term("a", "in", "b", "c d")]],
  ["a=f(x", [term("a", "in", "f(x")]],
  ['a="b,c)\\"\\u00e9\\n"', [term("a", "in", 'b,c)"é\n')]],
  ['a = "b" , c', [term("a", "in", "b"), term("c", "exists")]],
  ["example.com/tier=gold", [term("example.com/tier", "in", "gold")]],
  ["a=😀", [term("a", "in", "😀")]],
  ["a=!b", [term("a", "in", "!b")]],
  ["a=b,a=c", [term("a", "in", "b"), term("a", "in", "c")]],
];

const goodFields: readonly [string, SelectorTerm[]][] = [
  ["(a=1|b=2)", [anyOf([term("a", "in", "1")], [term("b", "in", "2")])]],
  ["(a)", [anyOf([term("a", "exists")])]],
  [
    "c=3, ( a = 1 2 , !b | b ) ,d",
    [
      term("c", "in", "3"),
      anyOf([term("a", "in", "1 2"), term("b", "absent")], [term("b", "exists")]),
      term("d", "exists"),
    ],
  ],
  [
    "(a|b),(c|d)",
    [anyOf([term("a", "exists")], [term("b", "exists")]), anyOf([term("c", "exists")], [term("d", "exists")])],
  ],
  ['(a in (b,"c|d")|e!=()|f>=1)', [anyOf([term("a", "in", "b", "c|d")], [term("e", "notIn")], [term("f", ">=", "1")])]],
  ["(a=|b)", [anyOf([term("a", "in", "")], [term("b", "exists")])]],
  // Outside of alternatives a bar is a character like others.
  ["a=x|y", [term("a", "in", "x|y")]],
  ["a in (x|y),b|c=1", [term("a", "in", "x|y"), term("b|c", "in", "1")]],
  ["(a),b=x|y", [anyOf([term("a", "exists")]), term("b", "in", "x|y")]],
  ["a contains chess cl ", [term("a", "contains", "chess cl")]],
  ['contains contains "b,c",d', [term("contains", "contains", "b,c"), term("d", "exists")]],
  ["(a contains b|c)", [anyOf([term("a", "contains", "b")], [term("c", "exists")])]],
  ["spec.age>18", [term("spec.age", ">", "18")]],
  ["spec.age >= 18", [term("spec.age", ">=", "18")]],
  ["spec.age<18,spec.age<=-3", [term("spec.age", "<", "18"), term("spec.age", "<=", "-3")]],
  ["spec.name^=An", [term("spec.name", "startsWith", "An")]],
  ['spec.name^=""', [term("spec.name", "startsWith", "")]],
  ["spec.größe=1", [term("spec.größe", "in", "1")]],
  ["spec.age>>1", [term("spec.age", ">", ">1")]],
  ["a:b[0]=1", [term("a:b[0]", "in", "1")]],
  [
    "metadata.creationTimestamp>=2024-01-01T00:00:00Z",
    [term("metadata.creationTimestamp", ">=", "2024-01-01T00:00:00Z")],
  ],
];

describe("good selectors", () => {
  test.each(good)("of labels: %j", (text, requirements) => {
    expect(parseSelector(text, "label")).toEqual(requirements);
  });

  test.each([...good, ...goodFields])("of fields: %j", (text, requirements) => {
    expect(parseSelector(text, "field")).toEqual(requirements);
  });
});

/** The selector, the column of the error, and what the message says. */
const bad: readonly [string, number, RegExp][] = [
  [",", 1, /expected a key, found ","/],
  ["a,", 3, /expected a key, found the end/],
  ["a,,b", 3, /expected a key/],
  [",a", 1, /expected a key/],
  ["=b", 1, /expected a key, found "="/],
  ["!", 2, /expected a key, found the end/],
  ["!!a", 2, /expected a key, found "!"/],
  ["!a=b", 3, /expected "," or the end, found "="/],
  ['"a"=b', 1, /expected a key/],
  ["a b", 3, /expected an operator, "," or the end, found "b"/],
  ["a inn (b)", 3, /found "inn"/],
  ["a IN (b)", 3, /found "IN"/],
  ["a in", 5, /expected "\(" after in, found the end/],
  ["a in b", 6, /expected "\(" after in, found "b"/],
  ["a==()", 4, /== takes one value/],
  ["a in (", 7, /expected a value/],
  ["a=(b", 5, /expected "," or "\)", found the end/],
  ["a=(b,)", 6, /expected a value/],
  ["a=(,b)", 4, /expected a value/],
  ["a=(b,,c)", 6, /expected a value/],
  ["a=(b)c", 6, /expected "," or the end, found "c"/],
  ["a=(b))", 6, /found "\)"/],
  ["a==(b)", 4, /== takes one value/],
  ["a=b)", 4, /expected "," or the end, found "\)"/],
  ["a!", 2, /found "!"/],
  ["a! =b", 2, /found "!"/],
  ['a="b', 3, /never closed/],
  ['a="b\\"', 3, /never closed/],
  ['a="b"c', 6, /expected "," or the end, found "c"/],
  ['a=b"c"', 4, /must be written as a JSON string/],
  ['a="\\x"', 4, /no escape/],
  ['a="\\u00g0"', 4, /no escape/],
  ['a="b\nc"', 5, /control character/],
  ['a="\\u0000"', 3, /U\+0000/],
  ["a=\u0000", 3, /U\+0000/],
  ['a="\\ud800"', 3, /surrogate/],
  ["a^b", 2, /found "\^"/],
  ["b, a=(x) y", 10, /found "y"/],
];

const badLabels: readonly [string, number, RegExp][] = [
  ["a,(b|c)", 3, /alternatives are for fields/],
  ["a contains b", 3, /contains is for fields/],
  ["a>1", 2, /> is for fields/],
  ["a <= 1", 3, /<= is for fields/],
  ["a^=b", 2, /\^= is for fields/],
  ["😀", 1, /no label key: name must be/],
  ["-a=b", 1, /no label key: name must be/],
  ["ok,A.b/c", 4, /no label key: prefix must be/],
  ["a/b/c", 1, /no label key/],
  [`x=1,${"a".repeat(64)}`, 5, /at most 63 characters/],
];

const badFields: readonly [string, number, RegExp][] = [
  ["a contains", 11, /expected a value/],
  ["a contains (b)", 12, /contains takes one value/],
  ["()", 2, /expected a key, found "\)"/],
  ["(a|)", 4, /expected a key, found "\)"/],
  ["(|a)", 2, /expected a key, found "\|"/],
  ["(a||b)", 4, /expected a key, found "\|"/],
  ["(a,|b)", 4, /expected a key, found "\|"/],
  ["(a=1|b=2", 9, /expected "\|", "," or "\)", found the end/],
  ["(a b)", 4, /expected an operator, "\|", "," or "\)", found "b"/],
  ["(a)b", 4, /expected "," or the end, found "b"/],
  ["(a)|(b)", 4, /expected "," or the end, found "\|"/],
  ["(a|(b|c))", 4, /cannot have alternatives in them/],
  ["((a))", 2, /cannot have alternatives in them/],
  ["(a in (x|y))", 9, /expected "," or "\)", found "\|"/],
  ["(a>|b)", 4, /expected a value/],
  ["a>", 3, /expected a value/],
  ["a>=,b", 4, /expected a value/],
  ["a^=", 4, /expected a value/],
  ["a>(1)", 3, /> takes one value/],
  ["a or b=2", 3, /found "or"; alternatives are written in parentheses: \(a=1\|b=2\)$/],
  ["a in (1) or b=2", 10, /found "o"; alternatives are written in parentheses/],
  ["a in (1)|b=2", 9, /found "\|"; alternatives are written in parentheses/],
  ["a orb=2", 3, /found "orb"$/],
  ["a Contains b", 3, /found "Contains"; operators are written in lower case: contains$/],
  ["a IN (b)", 3, /found "IN"; operators are written in lower case: in$/],
  ["a=c(d=e).f", 3, /= takes a value; the values of other objects are selected by in: a in c\(…\)$/],
  ["(b|a!=c.d(e=f,g).h)", 7, /^!= takes a value; .* by notin: a notin c\.d\(…\)$/],
  ["a in c.spec.d", 6, /found "c.spec.d"; the values of other objects are written .*: in c\(…\)\.spec\.d$/],
  ["a notin b", 9, /found "b"; a list is written in parentheses: notin \(b\)$/],
];

function refusal(text: string | readonly string[], dialect: SelectorDialect): SelectorSyntaxError {
  try {
    parseSelectors(typeof text === "string" ? [text] : text, dialect);
  } catch (error) {
    if (error instanceof SelectorSyntaxError) return error;
    throw error;
  }
  throw new Error(`The selector was accepted: ${JSON.stringify(text)}`);
}

test("values that look like something else are values where they can be read", () => {
  for (const value of ["c(d", "1|b=2", "1 or b=2", "or", "In x"])
    expect(parseSelectors([`a=${value}`], "field")).toEqual([{ key: "a", operator: "in", values: [value] }]);
  expect(() => parseSelectors(["x in y(a=c(d).e"], "field")).not.toThrow();
});

describe("bad selectors are refused with a column", () => {
  test.each([...bad, ...badLabels])("of labels: %j at %i", (text, column, message) => {
    const error = refusal(text, "label");
    expect(error.column).toBe(column);
    expect(error.message).toMatch(message);
    expect(error.selector).toBe(text);
  });

  test.each([...bad, ...badFields])("of fields: %j at %i", (text, column, message) => {
    const error = refusal(text, "field");
    expect(error.column).toBe(column);
    expect(error.message).toMatch(message);
  });
});

describe("values of other objects that stand alone", () => {
  test.each([
    ["comments.spec.article", "comments", "spec.article", 1, 10, 0],
    ["  comments.a  ", "comments", "a", 3, 12, 0],
    ["comments().spec.article", "comments", "spec.article", 1, 12, 0],
    [
      "comments.social.example.com( a=1, (b=2|c=3) ).spec.article ",
      "comments.social.example.com",
      "spec.article",
      1,
      47,
      2,
    ],
  ])("are read: %s", (text, resource, key, column, keyColumn, terms) => {
    const [values] = locateValues([text]);
    expect(values).toMatchObject({ resource, key, column, keyColumn });
    expect(values?.terms).toHaveLength(terms);
  });

  test.each([
    ["", "expected the name of a resource, found the end", 1],
    ["(a)", 'expected the name of a resource, found "("', 1],
    [".a", 'expected "." and an index of a resource, found the end', 3],
    ["a", 'expected "." and an index of a, found the end', 2],
    ["a.b c", 'expected the end, found "c"', 5],
    ["a(b in c().d).e", "within such a selection", 8],
    ["a().", "expected a key, found the end", 5],
    ["a()", 'expected "." and an index of a', 4],
  ])("are refused with a column: %s", (text, message, column) => {
    expect(() => locateValues([text])).toThrow(
      expect.objectContaining({ message: expect.stringContaining(message) as string, column }) as Error,
    );
  });

  test("have limits together", () => {
    const one = `a(${Array.from({ length: 40 }, (_, at) => `b=${at}`).join(",")}).c`;
    expect(locateValues([one])).toHaveLength(1);
    expect(() => locateValues([one, one])).toThrow("at most 64 terms");
    expect(locateValues([one, one], { bytes: 1e6, terms: 80, values: 100 })).toHaveLength(2);
  });
});

describe("limits", () => {
  const list = (count: number) => `a in (${Array.from({ length: count }, () => "b").join(",")})`;
  const terms = (count: number) => Array.from({ length: count }, () => "a").join(",");

  test("64 terms", () => {
    expect(parseSelector(terms(64), "label")).toHaveLength(64);
    expect(refusal(terms(65), "label")).toMatchObject({
      column: 129,
      message: expect.stringContaining("64 terms") as string,
    });
  });

  test("1,000 values, in one list or in several terms", () => {
    expect(parseSelector(list(1000), "label")[0]?.values).toHaveLength(1000);
    expect(refusal(list(1001), "label").message).toContain("1000 values");
    expect(refusal(`${list(999)},b=1,c=2`, "label").message).toContain("1000 values");
  });

  test("8 KiB, counted in UTF-8", () => {
    expect(parseSelector(`a=${"b".repeat(8190)}`, "label")).toHaveLength(1);
    expect(refusal(`a=${"b".repeat(8191)}`, "label").message).toContain("8192 bytes");
    expect(parseSelector(`a=${"é".repeat(4095)}`, "label")).toHaveLength(1);
    expect(refusal(`a=${"é".repeat(4095)}b`, "label").message).toContain("8192 bytes");
  });

  test("are those that the caller gives", () => {
    const limits = { bytes: Infinity, terms: 1, values: Infinity };
    expect(locateTerms([list(10_000)], "label", limits)[0]?.requirement.values).toHaveLength(10_000);
    expect(() => locateTerms([terms(2)], "label", limits)).toThrow("1 terms");
  });

  test("count the terms of alternatives", () => {
    const group = (count: number) => `(${Array.from({ length: count }, () => "a,b").join("|")})`;
    expect(parseSelector(`${group(16)},${group(16)}`, "field")).toHaveLength(2);
    expect(refusal(`${group(16)},${group(16)},c`, "field")).toMatchObject({ column: 133 });
  });

  test("hold for a repeated parameter together", () => {
    expect(parseSelectors([terms(32), terms(32)], "label")).toHaveLength(64);
    expect(refusal([terms(32), terms(33)], "label")).toMatchObject({ selector: terms(33) });
    expect(refusal([`a=${"b".repeat(5000)}`, `a=${"b".repeat(5000)}`], "label").message).toContain("8192 bytes");
  });
});

test("terms and values are located", () => {
  expect(locateTerms(['a, b = (c, "d")'], "label")).toEqual([
    { requirement: term("a", "exists"), selector: 'a, b = (c, "d")', column: 1, valueColumns: [] },
    { requirement: term("b", "in", "c", "d"), selector: 'a, b = (c, "d")', column: 4, valueColumns: [9, 12] },
  ]);
});

test("alternatives are located", () => {
  const selector = 'a, (b = "c" | d, e)';
  const located = (requirement: Requirement, column: number, ...valueColumns: number[]): object => ({
    requirement,
    selector,
    column,
    valueColumns,
  });
  expect(locateTerms([selector], "field")).toEqual([
    located(term("a", "exists"), 1),
    {
      anyOf: [
        [located(term("b", "in", "c"), 5, 9)],
        [located(term("d", "exists"), 15), located(term("e", "exists"), 18)],
      ],
      selector,
      column: 4,
    },
  ]);
});
