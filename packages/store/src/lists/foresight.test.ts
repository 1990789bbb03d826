import { describe, expect, it } from "vitest";
import type { BoundStatement } from "./steps.js";
import { isSame } from "./foresight.js";

const shape = { sql: "SELECT 1", bytes: 16 };
const statement = (values: BoundStatement["values"], of = shape): BoundStatement => ({
  shape: of,
  values,
  bigints: false,
  plucked: false,
  effort: 1,
});

describe("isSame", () => {
  it("holds of the same statement with the same values, lists of values included", () => {
    expect(isSame(statement(["a", 1, 2n, null, ["x", "y"]]), statement(["a", 1, 2n, null, ["x", "y"]]))).toBe(true);
  });

  it.each([
    [["a"], ["b"]],
    [[1], ["1"]],
    [[["x", "y"]], [["x"]]],
    [[["x"]], ["x"]],
    [[1], [1, 2]],
  ])("does not hold of values %j and %j", (one, other) => {
    expect(isSame(statement(one), statement(other))).toBe(false);
  });

  it("does not hold of another statement", () => {
    expect(isSame(statement([]), statement([], { ...shape }))).toBe(false);
  });
});
