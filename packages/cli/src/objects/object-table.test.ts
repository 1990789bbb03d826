import { expect, test } from "vitest";

import { ObjectTable, type TableOptions } from "./object-table.js";
import type { ServedObject } from "./served-object.js";

const now = new Date("2030-01-02T00:00:00.000Z");

function tableOf(options: Partial<TableOptions> = {}): ObjectTable {
  return new ObjectTable({ now: () => now, indexes: [], isWide: false, ...options });
}

function object(name: string, spec: unknown, metadata: object = {}): ServedObject {
  return { metadata: { name, uid: "u", version: 1, creationTimestamp: "2030-01-01T00:00:00.000Z", ...metadata }, spec };
}

test("columns are the fields with single values, the first of them", () => {
  const objects = [
    object("a", { one: 1, list: [1], two: "x" }),
    object("b", { two: "longer", three: true, four: 4, five: 5 }),
  ];
  expect(tableOf().print(objects)).toBe(
    [
      "NAME  spec.one  spec.two  spec.three  spec.four  VERSION  AGE",
      "a     1         x                                1        1d",
      "b               longer    true        4          1        1d",
      "",
    ].join("\n"),
  );
});

test("columns are those of the model, where it names them", () => {
  const objects = [object("a", { one: 1, two: "x", inner: { three: [1, 2] } })];
  const columns = ["spec.two", "spec.inner.three", "status.none"];
  expect(tableOf({ columns }).print(objects)).toBe(
    [
      "NAME  spec.two  spec.inner.three  status.none  VERSION  AGE",
      "a     x         [1,2]                          1        1d",
      "",
    ].join("\n"),
  );
  expect(tableOf({ columns, isWide: true }).print(objects)).toContain("spec.one");
});

test("titles stand above the first objects only, and the columns stay where they are", () => {
  const table = tableOf();
  table.print([object("first", { a: 1 })]);
  expect(table.print([object("b", { a: 2, later: 3 })])).toBe("b      2       1        1d\n");
});

test("an object being deleted says since when and what holds it", () => {
  const deletionTimestamp = "2030-01-01T23:58:30.000Z";
  const held = object("a", {}, { deletionTimestamp, finalizers: ["x.example.com/a", "x.example.com/b"] });
  expect(tableOf().print([held])).toContain(
    "\n  deleting since 2030-01-01T23:58:30.000Z (1m), held by x.example.com/a, x.example.com/b\n",
  );
});

test.each([
  ["\u001b[31mred", '"\\u001b[31mred"'],
  ["two\nlines", '"two\\nlines"'],
  ["x".repeat(33), `${"x".repeat(31)}…`],
  ["", ""],
])("%j is shown as %s", (value, shown) => {
  const [, row] = tableOf()
    .print([object("a", { value })])
    .split("\n");
  expect(row?.split(/ {2,}/)[1]).toBe(shown === "" ? "1" : shown);
});

test.each([
  ["2030-01-01T23:59:59.000Z", "1s"],
  ["2030-01-01T22:00:00.000Z", "2h"],
  ["2030-01-03T00:00:00.000Z", "0s"],
])("an object of %s is %s old", (creationTimestamp, age) => {
  expect(tableOf().print([object("a", {}, { creationTimestamp })])).toMatch(new RegExp(` ${age}\n$`));
});

const indexes = [
  { name: "spec.tags", multi: true, isDescending: false },
  { name: "initial", multi: false, isDescending: false },
  { name: "spec.home.city", multi: false, isDescending: false },
];

test("fields that are indexes come first; those that are computed are not in the object", () => {
  const [title, row] = tableOf({ indexes })
    .print([object("a", { name: "Ann", home: { city: "Bern" } })])
    .split("\n");
  expect(title).toMatch(/^NAME +spec.home.city +spec.name +VERSION +AGE$/);
  expect(row).toMatch(/^a +Bern +Ann +1 +1d$/);
});

test("a wide table has every field with single values, lists that are indexes, labels, and whole texts", () => {
  const spec = { a: 1, b: 2, c: 3, d: 4, e: "x".repeat(50), tags: ["p", "q"] };
  const [title, row] = tableOf({ indexes, isWide: true })
    .print([object("a", spec, { labels: { "x.example.com/team": "red", old: "" } })])
    .split("\n");
  expect(title).toMatch(/spec.tags .*spec.e +VERSION +AGE +LABELS$/);
  expect(row).toMatch(/ p,q .* x{50} +1 +1d +x.example.com\/team=red,old=$/);
});

test("names, too, cannot make the terminal do anything", () => {
  expect(tableOf().print([object("\u001b[2J\u009b", {})])).not.toMatch(/(?!\n)\p{Cc}/u);
});
