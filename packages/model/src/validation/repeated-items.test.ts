import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonEqual } from "./json-equal.js";
import { repeatedItem, repeatedKey } from "./repeated-items.js";

/** JSON Schema's definition, spelt out. */
function hasEqualItems(items: readonly unknown[]): boolean {
  return items.some((item, at) => items.slice(0, at).some((earlier) => jsonEqual(item, earlier)));
}

test("finds a repeated item exactly where two are equal", () => {
  const items = fc.array(
    fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(0, -0, 1, "1", [], {}, "__proto__", { a: 1, b: 2 }, { b: 2, a: 1 }),
    ),
  );
  fc.assert(
    fc.property(items, (list) => {
      const found = repeatedItem(list);
      expect(found !== undefined).toBe(hasEqualItems(list));
      if (found !== undefined) expect(jsonEqual(list[found.i], list[found.j]) && found.j < found.i).toBe(true);
    }),
  );
});

test("finds a repeated key; items without it have none to repeat", () => {
  expect(repeatedKey([{ name: "a" }, { name: "b" }, {}, {}, null, 1, { name: "a" }], "name")).toEqual({ i: 6, j: 0 });
  expect(repeatedKey([{}, {}], "toString")).toBeUndefined();
});

test("ends on a long list, where comparing each with each would not within the test's time", () => {
  expect(repeatedItem(Array.from({ length: 200_000 }, (_, at) => ({ at })))).toBeUndefined();
});
