import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainCopy } from "./plain-copy.js";

const most = 100_000;
const json = fc
  .jsonValue({ maxDepth: 6, depthSize: "medium", stringUnit: "grapheme" })
  .map((value) => structuredClone(value));

describe("plainCopy", () => {
  test("copies any JSON value, and shares nothing with it", () => {
    fc.assert(
      fc.property(json, (value) => {
        const before = structuredClone(value);
        const copied = plainCopy<unknown>([value], { most });
        expect(copied).toEqual([before]);
        expect(JSON.stringify(copied)).toBe(JSON.stringify([value]));
        if (typeof value === "object" && value !== null) expect((copied as unknown[])[0]).not.toBe(value);
      }),
    );
  });

  test("freezes the copy throughout, and not the value", () => {
    const value = { list: [{ deep: { deeper: 1 } }] };
    const frozen = plainCopy(value, { most, frozen: true });
    expect([frozen, frozen.list, frozen.list[0], frozen.list[0]?.deep].every(Object.isFrozen)).toBe(true);
    expect([value, value.list, value.list[0]?.deep].some(Object.isFrozen)).toBe(false);
  });

  test("leaves out members that are undefined, as JSON does", () => {
    expect(Object.keys(plainCopy({ a: undefined, b: null }, { most }))).toEqual(["b"]);
  });

  test("takes __proto__ for a name as any other", () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":1}}');
    const copied = plainCopy(value, { most });
    expect(JSON.stringify(copied)).toBe('{"__proto__":{"a":1}}');
    expect(Object.getPrototypeOf(copied)).toBe(Object.prototype);
  });

  test("ends whatever the value is", () => {
    const circle: Record<string, unknown> = {};
    circle["a"] = { b: [circle] };
    expect(() => plainCopy(circle, { most })).toThrow("/a/b/0/a/b/0/a/b is nested more than 100 levels deep.");
    const wide: Record<string, unknown> = {};
    for (let at = 0; at < 100; at++) wide[`w${at}`] = wide;
    expect(() => plainCopy(wide, { most })).toThrow(/levels deep/);
    expect(() => plainCopy(Object.assign([], { length: 2 ** 32 - 1 }), { most })).toThrow(
      "It makes the object too large",
    );
    expect(() => plainCopy({ a: ["x".repeat(most)] }, { most })).toThrow("/a/0 makes the object too large.");
  });

  test.each([
    [{ a: [1, { "b/c": undefined, d: () => 1 }] }, "/a/1/d is a function."],
    [{ "b/c": Symbol("x") }, "/b~1c is a symbol."],
    [[1n], "/0 is a bigint."],
    [[undefined], "/0 is undefined."],
    [Infinity, "It is Infinity."],
    [{ a: new Date(0) }, "/a is not a plain object."],
    [{ a: new Map() }, "/a is not a plain object."],
    [{ "\udc00": 1 }, "It has half a surrogate pair."],
    [["\ud800x"], "/0 has half a surrogate pair."],
  ])("says where a value is no JSON: %o", (value, message) => {
    expect(() => plainCopy<unknown>(value, { most })).toThrow(new TypeError(message));
  });
});
