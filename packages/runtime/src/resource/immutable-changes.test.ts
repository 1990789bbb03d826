import { describe, expect, test } from "vitest";
import type { ImmutableFields, ImmutablePlace } from "../model/immutable-fields.js";
import { immutableChanges } from "./immutable-changes.js";

function changed(fields: ImmutableFields, old: object, next: object): readonly string[] {
  return immutableChanges(fields, { old, next }).map(({ path }) => path);
}

/** The paths in `spec` that may not change as they do. */
function changedSpec(place: ImmutablePlace, old: unknown, next: unknown): readonly string[] {
  return changed({ object: { fields: { spec: place } } }, { spec: old }, { spec: next }).map((path) => path.slice(5));
}

const id: ImmutablePlace = { fields: { id: "fixed" } };

test("a field that changed is named, with what is wrong with it", () => {
  const fields = { object: { fields: { spec: id } } };
  expect(immutableChanges(fields, { old: { spec: { id: 1 } }, next: { spec: { id: 2 } } })).toEqual([
    { path: "/spec/id", keyword: "immutable", message: "is immutable: it may not change after creation" },
  ]);
});

describe("a field", () => {
  test("keeps its value, whatever else changes", () => {
    expect(changedSpec(id, { id: { a: 1, b: [2] }, x: 1 }, { id: { b: [2], a: 1 }, x: 2 })).toEqual([]);
  });

  test.each([
    ["gets another value", { id: 1 }, { id: 2 }],
    ["gets null", { id: 1 }, { id: null }],
    ["goes", { id: 1 }, {}],
    ["goes with what it is in", { id: 1 }, undefined],
    ["is replaced with what it is in", { id: 1 }, "text"],
    ["comes later", {}, { id: 1 }],
  ])("that %s is refused", (_, old, next) => {
    expect(changedSpec(id, old, next)).toEqual(["/id"]);
  });

  test("of an object that was not there is new", () => {
    expect(changedSpec(id, undefined, { id: 1 })).toEqual([]);
  });

  test("that every object has by now may come to an older one, once", () => {
    const place: ImmutablePlace = { fields: { id: "fixedOnceSet" } };
    expect(changedSpec(place, {}, { id: 1 })).toEqual([]);
    expect(changedSpec(place, { id: 1 }, { id: 2 })).toEqual(["/id"]);
    expect(changedSpec(place, { id: 1 }, {})).toEqual(["/id"]);
  });

  test("of status is given a value once", () => {
    const fields: ImmutableFields = { object: { fields: { status: id } } };
    expect(changed(fields, {}, { status: {} })).toEqual([]);
    expect(changed(fields, { status: {} }, { status: { id: 1 } })).toEqual([]);
    expect(changed(fields, { status: { id: 1 } }, { status: { id: 2 } })).toEqual(["/status/id"]);
    expect(changed(fields, { status: { id: 1 } }, {})).toEqual(["/status/id"]);
  });

  test("may be called anything", () => {
    const place: ImmutablePlace = {
      fields: Object.fromEntries([
        ["__proto__", "fixed"],
        ["a/b~c", "fixed"],
      ]),
    };
    const value = (text: string): unknown => JSON.parse(`{"__proto__": "${text}", "a/b~c": "${text}"}`);
    expect(changedSpec(place, value("a"), value("a"))).toEqual([]);
    expect(changedSpec(place, value("a"), value("b"))).toEqual(["/__proto__", "/a~1b~0c"]);
    expect(changedSpec(place, {}, {})).toEqual([]);
  });
});

describe("items", () => {
  const old = [
    { name: "a", id: 1 },
    { name: "b", id: 2 },
  ];

  test("with a key are the same items wherever they stand", () => {
    const keyed: ImmutablePlace = { items: id, key: "name" };
    expect(changedSpec(keyed, old, old.toReversed())).toEqual([]);
    expect(changedSpec(keyed, old, [{ name: "b", id: 2 }])).toEqual([]);
    expect(changedSpec(keyed, old, [{ name: "c", id: 9 }, ...old])).toEqual([]);
    expect(
      changedSpec(keyed, old, [
        { name: "c", id: 9 },
        { name: "b", id: 3 },
      ]),
    ).toEqual(["/1/id"]);
    expect(changedSpec(keyed, old, "none")).toEqual([]);
  });

  test("without a key are told apart by their place", () => {
    expect(changedSpec({ items: id }, old, [...old, { id: 3 }])).toEqual([]);
    expect(changedSpec({ items: id }, old, old.slice(0, 1))).toEqual([]);
    expect(changedSpec({ items: id }, old, old.toReversed())).toEqual(["/0/id", "/1/id"]);
  });

  test("of a tuple have each a type", () => {
    const place: ImmutablePlace = { tuple: [null, id], rest: id };
    expect(changedSpec(place, [{ id: 1 }, { id: 1 }, { id: 1 }], [{ id: 2 }, { id: 2 }, { id: 2 }])).toEqual([
      "/1/id",
      "/2/id",
    ]);
  });
});

test("members of a record are known by their name, and may come and go", () => {
  const old = { a: { id: 1 }, b: { id: 1 } };
  expect(changedSpec({ values: id }, old, { a: { id: 2 }, c: { id: 2 } })).toEqual(["/a/id"]);
  const withOthers: ImmutablePlace = { fields: { a: { fields: {} } }, others: id };
  expect(changedSpec(withOthers, old, { a: { id: 2 }, b: { id: 2 } })).toEqual(["/b/id"]);
});

test("of a union counts the member that the old value was of", () => {
  const union: ImmutablePlace = { tag: "type", members: [{ tags: ["a"], place: id }] };
  expect(changedSpec(union, { type: "a", id: 1 }, { type: "a", id: 2 })).toEqual(["/id"]);
  expect(changedSpec(union, { type: "a", id: 1 }, { type: "b" })).toEqual(["/id"]);
  expect(changedSpec(union, { type: "b", id: 1 }, { type: "a", id: 2 })).toEqual([]);
  const untagged: ImmutablePlace = { anyOf: [id, { fields: { key: "fixed" } }] };
  expect(changedSpec(untagged, { id: 1 }, { key: 1, id: 1 })).toEqual([]);
  expect(changedSpec(untagged, { id: 1 }, { key: 1, id: 2 })).toEqual(["/id"]);
});

test("types that contain themselves end where the values do", () => {
  const fields: ImmutableFields = {
    object: { fields: { spec: { type: "Tree" } } },
    types: { Tree: { fields: { id: "fixed", children: { items: { type: "Tree" } } } } },
  };
  const tree = (leaf: number): object => ({ spec: { id: 0, children: [{ id: 1, children: [{ id: leaf }] }] } });
  expect(changed(fields, tree(2), tree(2))).toEqual([]);
  expect(changed(fields, tree(2), tree(3))).toEqual(["/spec/children/0/children/0/id"]);
});
