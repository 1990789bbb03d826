import { expect, test } from "vitest";

import { ObjectTable } from "./object-table.js";
import type { ServedObject } from "./read-objects.js";

const now = new Date("2030-01-02T00:00:00.000Z");

function object(name: string, spec: unknown, metadata: object = {}): ServedObject {
  return { metadata: { name, version: 1, creationTimestamp: "2030-01-01T00:00:00.000Z", ...metadata }, spec };
}

test("columns are the fields with single values, the first of them", () => {
  const objects = [
    object("a", { one: 1, list: [1], two: "x" }),
    object("b", { two: "longer", three: true, four: 4, five: 5 }),
  ];
  expect(new ObjectTable(now).print(objects)).toBe(
    [
      "NAME  spec.one  spec.two  spec.three  spec.four  VERSION  AGE",
      "a     1         x                                1        1d",
      "b               longer    true        4          1        1d",
      "",
    ].join("\n"),
  );
});

test("titles stand above the first objects only, and the columns stay where they are", () => {
  const table = new ObjectTable(now);
  table.print([object("first", { a: 1 })]);
  expect(table.print([object("b", { a: 2, later: 3 })])).toBe("b      2       1        1d\n");
});

test("an object being deleted says since when and what holds it", () => {
  const deletionTimestamp = "2030-01-01T23:58:30.000Z";
  const held = object("a", {}, { deletionTimestamp, finalizers: ["x.example.com/a", "x.example.com/b"] });
  expect(new ObjectTable(now).print([held])).toContain(
    "\n  deleting since 2030-01-01T23:58:30.000Z (1m), held by x.example.com/a, x.example.com/b\n",
  );
});

test.each([
  ["\u001b[31mred", '"\\u001b[31mred"'],
  ["two\nlines", '"two\\nlines"'],
  ["x".repeat(33), `${"x".repeat(31)}…`],
  ["", ""],
])("%j is shown as %s", (value, shown) => {
  const [, row] = new ObjectTable(now).print([object("a", { value })]).split("\n");
  expect(row?.split(/ {2,}/)[1]).toBe(shown === "" ? "1" : shown);
});

test.each([
  ["2030-01-01T23:59:59.000Z", "1s"],
  ["2030-01-01T22:00:00.000Z", "2h"],
  ["2030-01-03T00:00:00.000Z", "0s"],
])("an object of %s is %s old", (creationTimestamp, age) => {
  expect(new ObjectTable(now).print([object("a", {}, { creationTimestamp })])).toMatch(new RegExp(` ${age}\n$`));
});
