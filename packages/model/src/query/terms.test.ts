import { describe, expect, test } from "vitest";
import { skip } from "./skip.js";
import { keysOf, termsOf } from "./terms.js";

describe("termsOf", () => {
  test("writes values as the service reads them", () => {
    expect(
      termsOf({
        a: "x",
        b: 1.5,
        c: false,
        d: new Date(0),
        e: { eq: "x", ne: "y", in: ["x", 2], notIn: ["z"], startsWith: "x", exists: true },
        f: { gt: 1, gte: 2, lt: 3, lte: 4, exists: false },
      }),
    ).toEqual([
      { key: "a", operator: "in", values: ["x"] },
      { key: "b", operator: "in", values: ["1.5"] },
      { key: "c", operator: "in", values: ["false"] },
      { key: "d", operator: "in", values: ["1970-01-01T00:00:00.000Z"] },
      { key: "e", operator: "in", values: ["x"] },
      { key: "e", operator: "notIn", values: ["y"] },
      { key: "e", operator: "in", values: ["x", "2"] },
      { key: "e", operator: "notIn", values: ["z"] },
      { key: "e", operator: "startsWith", values: ["x"] },
      { key: "e", operator: "exists", values: [] },
      { key: "f", operator: ">", values: ["1"] },
      { key: "f", operator: ">=", values: ["2"] },
      { key: "f", operator: "<", values: ["3"] },
      { key: "f", operator: "<=", values: ["4"] },
      { key: "f", operator: "absent", values: [] },
    ]);
  });

  test("takes lists of no values", () => {
    expect(termsOf({ a: { in: [], notIn: [] } })).toEqual([
      { key: "a", operator: "in", values: [] },
      { key: "a", operator: "notIn", values: [] },
    ]);
  });

  test("takes alternatives", () => {
    expect(
      termsOf({
        a: "x",
        or: [{ a: "y" }, { b: { gt: 1, lt: 3 }, c: skip }, skip],
      }),
    ).toEqual([
      { key: "a", operator: "in", values: ["x"] },
      {
        anyOf: [
          [{ key: "a", operator: "in", values: ["y"] }],
          [
            { key: "b", operator: ">", values: ["1"] },
            { key: "b", operator: "<", values: ["3"] },
          ],
        ],
      },
    ]);
    expect(termsOf({ or: skip })).toEqual([]);
  });

  test("knows an index that is called or", () => {
    expect(termsOf({ or: "x" })).toEqual([{ key: "or", operator: "in", values: ["x"] }]);
    expect(termsOf({ or: [{ or: { ne: "x" } }] })).toEqual([
      { anyOf: [[{ key: "or", operator: "notIn", values: ["x"] }]] },
    ]);
  });

  test.each([[[]], [[skip]], [[{}]], [[{ a: "x" }, { b: skip }]], [[undefined]], [["x"]], [[{ or: [{ a: "x" }] }]]])(
    "refuses the alternatives %j",
    (or) => {
      expect(() => termsOf({ or })).toThrow(RangeError);
    },
  );

  test("names the keys of alternatives", () => {
    expect(keysOf({ a: 1, or: [{ b: 1, c: skip }, skip, { d: 1 }] })).toEqual(["a", "b", "c", "d"]);
    expect(keysOf({ or: { in: ["x"] } })).toEqual(["or"]);
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
    [{ startsWith: [] }],
    [{ in: ["x", undefined] }],
    [{ exists: "yes" }],
    [{ equals: "x" }],
    [{ toString: "x" }],
    [() => "x"],
  ])("refuses the condition %j", (condition) => {
    expect(() => termsOf({ key: condition })).toThrow(RangeError);
  });
});
