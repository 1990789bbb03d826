import { describe, expect, it } from "vitest";
import type { IndexValue } from "../index-value.js";
import type { FieldFilter, ObjectColumn } from "../list-plan.js";
import { beginsLater } from "./begins-later.js";

const age: ObjectColumn = { in: "object", column: "x_age", type: "integer" };
const code: ObjectColumn = { in: "object", column: "x_code", type: "string" };
const name: ObjectColumn = { in: "object", column: "name", type: "string" };

function begins(filter: FieldFilter, place: IndexValue | null, descending: boolean): boolean {
  // The order begins with the filter's column.
  const field = filter.field as ObjectColumn;
  const sort = [
    { field, descending },
    { field: name, descending: false },
  ];
  return beginsLater({ fields: [filter], labels: [], sort }, [place, "n"]);
}

describe("beginsLater", () => {
  it.each([
    ["<", true, [8, 7, null], [6, 5]],
    ["<=", true, [8], [7, 6, null]],
    [">", false, [null, 6, 7], [8]],
    [">=", false, [null, 6], [7, 8]],
  ] as const)("knows which places stand before all that is %s 7", (test, descending, before, others) => {
    const filter: FieldFilter = { test, field: age, value: 7 };
    // In descending order absent values are last.
    expect(before.map((place) => begins(filter, place, descending))).toEqual(
      before.map((place) => place !== null || !descending),
    );
    expect(others.map((place) => begins(filter, place, descending))).toEqual(others.map(() => false));
  });

  it("knows which places stand before a prefix, by code point", () => {
    const filter: FieldFilter = { test: "startsWith", field: code, prefix: "\u{ffff}" };
    expect(["a", "\u{ffff}", "\u{10000}"].map((place) => begins(filter, place, false))).toEqual([true, false, false]);
    expect(["\u{10000}", "\u{ffff}x", "a"].map((place) => begins(filter, place, true))).toEqual([true, false, false]);
  });

  it("is not about filters that end a range, on other columns, or of the other direction", () => {
    expect(begins({ test: "<", field: age, value: 7 }, 3, false)).toBe(false);
    expect(begins({ test: ">", field: age, value: 7 }, 9, true)).toBe(false);
    const other: FieldFilter = { test: "<", field: age, value: 7 };
    expect(beginsLater({ fields: [other], labels: [], sort: [{ field: name, descending: true }] }, ["z"])).toBe(false);
  });
});
