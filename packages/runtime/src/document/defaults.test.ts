import { expect, test } from "vitest";
import { asObject, itemsOf, ownValue, setDefault, valuesOf } from "./defaults.js";

test("a default is written where there is no property of that name, inherited ones not counted", () => {
  const object: Record<string, unknown> = { a: null };
  for (const name of ["a", "b", "toString", "__proto__"]) setDefault(object, name, 1);
  expect(Object.entries(object)).toEqual([
    ["a", null],
    ["b", 1],
    ["toString", 1],
    ["__proto__", 1],
  ]);
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
});

test("values of another type than declared are left alone", () => {
  for (const value of [null, undefined, 1, "text", true, []]) expect(asObject(value)).toBeUndefined();
  for (const value of [null, undefined, 1, "text", {}]) expect(itemsOf(value)).toEqual([]);
  for (const value of [null, undefined, 1, "text", [1]]) expect(valuesOf(value)).toEqual([]);
});

test("elements are found where they are", () => {
  expect(itemsOf([1, 2])).toEqual([1, 2]);
  expect(valuesOf({ a: 1, b: 2, c: 3 }, ["b"])).toEqual([1, 3]);
  expect(ownValue({ a: 1 }, "a")).toBe(1);
  expect(ownValue({}, "constructor")).toBeUndefined();
});
