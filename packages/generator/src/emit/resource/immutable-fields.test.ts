import { expect, test } from "vitest";

import type { Json, NamedType, Type } from "../../model/type.js";
import {
  array,
  literal,
  model,
  modelRef,
  named,
  nothing,
  object,
  project,
  record,
  ref,
  scalar,
  string,
  tagged,
  tuple,
  union,
} from "../../model/type-builders.test.fixture.js";
import { createImmutableFields } from "./immutable-fields.js";

function fieldsOf(spec: Type, types: readonly NamedType[] = [], statusType?: Type): Json | undefined {
  const thing = model("Thing", spec, statusType === undefined ? {} : { statusType });
  return createImmutableFields(project([thing], types))(thing);
}

/** What is said of the one property `a` of the spec. */
function placeOf(type: Type, ...types: NamedType[]): unknown {
  const fields = fieldsOf(object({ a: type }), types) as
    | { object: { fields: { spec: { fields: { a: Json } } } } }
    | undefined;
  return fields?.object.fields.spec.fields.a;
}

const fixed = { type: string(), immutable: true };
const item = object({ "id?": fixed, text: string() });
const place = { fields: { id: "fixed" } };

test("nothing is said of a model whose fields may all change", () => {
  expect(fieldsOf(object({ a: string(), "b?": ref("Tree") }), [named("Tree", object({ "next?": ref("Tree") }))])).toBe(
    undefined,
  );
});

test("a field is fixed; one that is always there may come to an object from before it was declared", () => {
  const spec = object({ a: fixed, "b?": fixed, "c?": { ...fixed, default: "x" }, d: string() });
  expect(fieldsOf(spec, [], object({ "since?": { type: scalar("timestamp"), immutable: true } }))).toEqual({
    object: {
      fields: {
        spec: { fields: { a: "fixedOnceSet", b: "fixed", c: "fixedOnceSet" } },
        status: { fields: { since: "fixed" } },
      },
    },
  });
});

test("fields are found in all that holds values", () => {
  expect(placeOf(item)).toEqual(place);
  expect(placeOf(array(item))).toEqual({ items: place });
  expect(placeOf(record(item))).toEqual({ values: place });
  expect(placeOf(tuple([string(), item], 1, item))).toEqual({ tuple: [null, place], rest: place });
  expect(placeOf(object({ b: string() }, item))).toEqual({ fields: { b: { fields: {} } }, others: place });
  expect(placeOf(union(item, nothing))).toEqual(place);
});

test("members of a union are chosen by their tag where they have one", () => {
  const circle = object({ type: literal("circle"), "id?": fixed });
  const square = object({ type: literal("square"), "id?": fixed });
  expect(placeOf(tagged("type", circle, square, object({ type: literal("none") })))).toEqual({
    tag: "type",
    members: [
      { tags: ["circle"], place },
      { tags: ["square"], place },
    ],
  });
  expect(placeOf(union(circle, square))).toEqual({ anyOf: [place, place] });
});

test("a list's key is said with its items, behind references and beside null too", () => {
  const keyed = (type: Type): Type => object({ a: { type, listKey: "text" } });
  const items = named("Items", array(item));
  const expected = { object: { fields: { spec: { fields: { a: { items: place, key: "text" } } } } } };
  expect(fieldsOf(keyed(array(item)))).toEqual(expected);
  expect(fieldsOf(keyed(union(ref("Items"), nothing)), [items])).toEqual(expected);
});

test("named types are described once, those that contain themselves too", () => {
  const tree = named("Tree", object({ "id?": fixed, "children?": array(ref("Tree")), "other?": ref("Plain") }));
  expect(fieldsOf(ref("Tree"), [tree, named("Plain", object({ "tree?": string() }))])).toEqual({
    object: { fields: { spec: { type: "Tree" } } },
    types: { Tree: { fields: { id: "fixed", children: { items: { type: "Tree" } } } } },
  });
});

test("an embedded model has its fields", () => {
  expect(fieldsOf(object({ "id?": fixed, "self?": modelRef("Thing") }))).toEqual({
    object: { fields: { spec: { fields: { id: "fixed", self: { type: "things.example.com/v1alpha1/Thing" } } } } },
    types: {
      "things.example.com/v1alpha1/Thing": {
        fields: { spec: { fields: { id: "fixed", self: { type: "things.example.com/v1alpha1/Thing" } } } },
      },
    },
  });
});
