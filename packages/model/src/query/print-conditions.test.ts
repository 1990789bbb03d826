import { describe, expect, test } from "vitest";
import { parseSelector } from "../selector/parse-selector.js";
import { printConditions } from "./print-conditions.js";
import { skip } from "./skip.js";
import { valuesOf } from "./values-of.js";

describe("printConditions", () => {
  test("writes values as the service reads them", () => {
    expect(
      printConditions({
        a: "x",
        b: 1.5,
        c: false,
        d: new Date(0),
        e: { eq: "x", ne: "y", in: ["x", 2], notIn: ["z"], startsWith: "x", exists: true },
        f: { gt: 1, gte: 2, lt: 3, lte: 4, exists: false },
      }),
    ).toBe("a=x,b=1.5,c=false,d=1970-01-01T00:00:00.000Z,e=x,e!=y,e=(x,2),e!=z,e^=x,e,f>1,f>=2,f<3,f<=4,!f");
  });

  test("writes all of some values as a term for each", () => {
    expect(printConditions({ a: { all: ["x", 2], ne: "y" } })).toBe("a=x,a=2,a!=y");
    expect(printConditions({ or: [{ a: { all: ["x", "y"] } }, { b: { all: ["z"] } }] })).toBe("(a=x,a=y|b=z)");
    expect(printConditions({ a: { all: skip } })).toBe("");
  });

  test("writes what a text contains", () => {
    expect(printConditions({ a: { contains: "chess cl" }, b: { contains: "x" } })).toBe(
      'a contains "chess cl",b contains x',
    );
  });

  test("takes lists of no values", () => {
    expect(printConditions({ a: { in: [], notIn: [] } })).toBe("a=(),a!=()");
  });

  test("quotes what would not be one value", () => {
    const values = ["", "a,b", "a)b", "=a", ' "', "a|b", "\n"];
    const printed = printConditions({ a: { in: values }, or: values.map((value) => ({ a: value })) });
    expect(parseSelector(printed, "field")).toEqual([
      { key: "a", operator: "in", values },
      { anyOf: values.map((value) => [{ key: "a", operator: "in", values: [value] }]) },
    ]);
  });

  test("takes alternatives", () => {
    expect(printConditions({ a: "x", or: [{ a: "y" }, { b: { gt: 1, lt: 3 }, c: skip }, skip] })).toBe(
      "a=x,(a=y|b>1,b<3)",
    );
    expect(printConditions({ or: skip })).toBe("");
  });

  test("knows an index that is called or", () => {
    expect(printConditions({ or: "x" })).toBe("or=x");
    expect(printConditions({ or: [{ or: { ne: "x" } }] })).toBe("(or!=x)");
  });

  test.each([[[]], [[skip]], [[{}]], [[{ a: "x" }, { b: skip }]], [[undefined]], [["x"]], [[{ or: [{ a: "x" }] }]]])(
    "refuses the alternatives %j",
    (or) => {
      expect(() => printConditions({ or })).toThrow(RangeError);
    },
  );

  test.each([
    [[], "`or` has no alternatives; write `or: skip` to leave it out"],
    [[{ a: 1 }, {}], "Alternative 1 of `or` has no conditions: every object would match it"],
    [[{ a: skip }], "Alternative 0 of `or` has no conditions: every object would match it"],
    [[skip, skip], "`or` leaves out all its alternatives; write `or: skip` for that"],
  ])("says what is wrong with the alternatives %j", (or, message) => {
    expect(() => printConditions({ or })).toThrow(new RangeError(message));
  });

  test("refuses a key that would be several terms", () => {
    expect(() => printConditions({ "a,b": "x" })).toThrow('cannot name the key "a,b"');
    expect(() => printConditions({ or: [{ "a|b": "x" }] })).toThrow('cannot name the key "a|b"');
    expect(printConditions({ "a|b": "x" })).toBe("a|b=x");
  });

  // Each of these, sent or left out in silence, would select other objects than were meant.
  test.each([
    [undefined],
    [null],
    [{}],
    [[]],
    [["x"]],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [{ eq: undefined }],
    [{ gte: null }],
    [{ eq: [] }],
    [{ eq: ["x"] }],
    [{ gt: [1, 2] }],
    [{ startsWith: [] }],
    [{ in: ["x", undefined] }],
    [{ all: [] }],
    [{ all: "x" }],
    [{ all: ["x", undefined] }],
    [{ exists: "yes" }],
    [{ equals: "x" }],
    [{ toString: "x" }],
    [() => "x"],
  ])("refuses the condition %j", (condition) => {
    expect(() => printConditions({ key: condition })).toThrow(RangeError);
  });
});

describe("valuesOf", () => {
  const follows = { type: { group: "a.example.com", plural: "follows" } };

  test("stands for the values that others have", () => {
    const followed = valuesOf(follows, "metadata.name", { "metadata.name": { in: ["x|y", "z"] } });
    const text = 'follows.a.example.com(metadata.name=("x|y",z)).metadata.name';
    expect(printConditions({ a: { in: followed, notIn: followed }, or: [{ b: { in: followed } }] })).toBe(
      `a in ${text},a notin ${text},(b in ${text})`,
    );
    expect(parseSelector(`(b in ${text}|c)`, "field")).toEqual([
      {
        anyOf: [
          [
            {
              key: "b",
              operator: "among",
              values: [],
              of: {
                resource: "follows.a.example.com",
                terms: [{ key: "metadata.name", operator: "in", values: ["x|y", "z"] }],
                key: "metadata.name",
              },
            },
          ],
          [{ key: "c", operator: "exists", values: [] }],
        ],
      },
    ]);
  });

  test("is for in and notIn", () => {
    const all = valuesOf(follows, "metadata.name");
    expect(() => printConditions({ a: { gt: all } })).toThrow('The condition on "a" cannot use gt');
    expect(() => printConditions({ a: all })).toThrow('The condition on "a" takes valuesOf(…) as `in` or as `notIn`');
  });
});
