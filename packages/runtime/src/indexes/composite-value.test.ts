import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IndexValue, IndexValueType } from "@cmgen/store";
import { compositeMembers, compositeValue, type MemberValue } from "./composite-value.js";
import { convertIndexValue } from "./convert-index-value.js";

const types: readonly IndexValueType[] = ["string", "integer", "int64", "number", "boolean", "timestamp"];
const hostile = fc.string({ unit: fc.constantFrom("\u0001", "\u0002", "\u0003", " ", "a", "b", "é", "\uffff", "😀") });
const given: Record<IndexValueType, fc.Arbitrary<unknown>> = {
  string: hostile,
  integer: fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -3, max: 3 })),
  int64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  number: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, -0, 5e-324, -5e-324, 1)),
  boolean: fc.boolean(),
  timestamp: fc
    .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString()),
};
const absent = fc.constantFrom(undefined, null);

function stored(type: IndexValueType, value: unknown): IndexValue | undefined {
  if (value === undefined || value === null) return undefined;
  const converted = convertIndexValue({ type }, value);
  if ("wrong" in converted) throw new Error(converted.wrong);
  return converted.value;
}

/** As the databases do: absent values first, texts by code point. */
function compare(type: IndexValueType, one: unknown, other: unknown): number {
  const [a, b] = [stored(type, one), stored(type, other)];
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  return compareValues(a, b);
}

function compareValues(a: IndexValue, b: IndexValue): number {
  if (typeof a === "string" && typeof b === "string") return Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return a < b ? -1 : a > b ? 1 : 0;
}

describe("the value of an index of several fields", () => {
  it("sorts as its members do, one after another", () => {
    const shape = fc.array(fc.constantFrom(...types), { minLength: 2, maxLength: 4 });
    const pair = shape.chain((of) => {
      const values = fc.tuple(...of.map((type) => fc.oneof({ weight: 5, arbitrary: given[type] }, absent)));
      // The second one is often the same at the start.
      return fc.tuple(fc.constant(of), values, values, fc.nat({ max: 3 }));
    });
    fc.assert(
      fc.property(pair, ([of, one, drawn, same]) => {
        const other = [...one.slice(0, same), ...drawn.slice(same)];
        const text = (values: readonly unknown[]): string =>
          compositeValue(of.map((type, at): MemberValue => [type, values[at]])) ?? "";
        const expected = of.reduce((order, type, at) => order || compare(type, one[at], other[at]), 0);
        expect(Math.sign(Buffer.compare(Buffer.from(text(one)), Buffer.from(text(other))))).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });

  it("is read back as it was made", () => {
    const members = fc
      .array(fc.constantFrom(...types), { minLength: 2, maxLength: 4 })
      .chain((of) =>
        fc.tuple(
          fc.constant(of),
          fc.tuple(...of.map((type) => fc.oneof({ weight: 5, arbitrary: given[type] }, absent))),
        ),
      );
    fc.assert(
      fc.property(members, ([of, values]) => {
        const text = compositeValue(of.map((type, at): MemberValue => [type, values[at]])) ?? "";
        for (const [at, value] of compositeMembers(of, text).entries())
          expect(value).toEqual(stored(of[at] ?? "string", values[at]));
      }),
    );
  });

  it("tells objects apart that lack a value, where it is unique", () => {
    const members: readonly MemberValue[] = [
      ["string", "barn"],
      ["string", undefined],
    ];
    expect(compositeValue(members, "one")).not.toBe(compositeValue(members, "other"));
    expect(compositeValue(members)).toBe(compositeValue(members));
    const whole: readonly MemberValue[] = [
      ["string", "barn"],
      ["string", "walls"],
    ];
    expect(compositeValue(whole, "one")).toBe(compositeValue(whole, "other"));
  });

  it("is nothing where a member is not of its type", () => {
    expect(
      compositeValue([
        ["integer", "1"],
        ["string", "a"],
      ]),
    ).toBeUndefined();
    expect(compositeValue([["string", "a\u0000"]])).toBeUndefined();
    expect(compositeValue([["string", "ANN", true]])).toBe(compositeValue([["string", "ann"]]));
  });
});
