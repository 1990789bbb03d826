import { describe, expect, test } from "vitest";
import { type DefaultsPlace, writeDefaults } from "./defaults.js";

const size: DefaultsPlace = { fields: { size: { default: 1 } } };

test("a default is written where there is no property of that name, inherited ones not counted", () => {
  const object: Record<string, unknown> = { a: null };
  const names = ["a", "b", "toString", "__proto__"];
  writeDefaults(object, { fields: Object.fromEntries(names.map((name) => [name, { default: 1 }])) });
  expect(Object.entries(object)).toEqual([
    ["a", null],
    ["b", 1],
    ["toString", 1],
    ["__proto__", 1],
  ]);
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
});

test.each<[string, unknown, DefaultsPlace, unknown]>([
  ["items of a list", [{}, 1, { size: 2 }], { items: size }, [{ size: 1 }, 1, { size: 2 }]],
  ["values of a map", { a: {}, b: null }, { values: size }, { a: { size: 1 }, b: null }],
  ["items of a tuple", [{}, {}, {}], { tuple: [null, size] }, [{}, { size: 1 }, {}]],
  ["the rest of a tuple", [{}, {}], { tuple: [null], rest: size }, [{}, { size: 1 }]],
  ["fields", { a: {} }, { fields: { a: { inside: size }, b: { inside: size } } }, { a: { size: 1 } }],
  ["other fields", { a: {}, b: {} }, { fields: { a: {} }, others: size }, { a: {}, b: { size: 1 } }],
  [
    "a member that a tag names",
    { t: "b" },
    {
      tag: "t",
      members: [
        { tags: ["a"], place: null },
        { tags: ["b"], place: size },
      ],
    },
    { t: "b", size: 1 },
  ],
  ["no member without a tag", {}, { tag: "t", members: [{ tags: ["a"], place: size }] }, {}],
  ["each of several places", [{}], { each: [size, { items: size }] }, [{ size: 1 }]],
])("%s", (_, value, place, expected) => {
  writeDefaults(value, place);
  expect(value).toEqual(expected);
});

describe("a default that has defaults inside", () => {
  const types = { Node: { fields: { next: { inside: { type: "Node" } }, list: { default: [] } } } };

  test("is filled in through types that refer to themselves", () => {
    const value = { next: { next: {} } };
    writeDefaults(value, { type: "Node" }, types);
    expect(value).toEqual({ list: [], next: { list: [], next: { list: [] } } });
  });

  test("is a copy of its own", () => {
    const [one, other]: { list?: unknown[] }[] = [{}, {}];
    for (const value of [one, other]) writeDefaults(value, { type: "Node" }, types);
    one?.list?.push(1);
    expect(other).toEqual({ list: [] });
  });
});

test.each([null, undefined, 1, "text", true, []])("%j is left alone", (value) => {
  for (const place of [size, { values: size }, { each: [size] }]) writeDefaults(value, place);
  expect(value).toEqual(value);
});
