import { describe, expect, test } from "vitest";

import {
  array,
  json,
  literal,
  model,
  modelRef,
  named,
  nothing,
  object,
  oneOf,
  project,
  record,
  ref,
  scalar,
  string,
  tagged,
  tuple,
  union,
} from "../model/type-builders.test.fixture.js";
import type { Type } from "../model/type.js";
import { documentForms } from "./schema-forms.js";
import { schemaOf, type SchemaContext } from "./schema-of.js";
import { indexTypes } from "./type-index.js";

const circle = object({ type: literal("circle"), radius: scalar("number") });
const square = object({ type: oneOf("square", "box") });
const things = project(
  [model("Thing", object({}))],
  [
    named("Circle", circle),
    named("Square", square),
    named("Name", string({ maxLength: 10, pattern: "^a" })),
    named("Alias", ref("Name", { maxLength: 5 })),
    named("Names", array(string(), { maxItems: 3 })),
  ],
);
const context: SchemaContext = {
  index: indexTypes(things),
  forms: documentForms,
  refOf: (name) => `#/types/${name}`,
  modelRefOf: ({ kind }) => `#/models/${kind}`,
};

function schema(type: Type): unknown {
  return schemaOf(type, context);
}

describe("scalars", () => {
  test.each<[Type, unknown]>([
    [string({ maxLength: 5, pattern: "^a" }), { type: "string", pattern: "^a", maxLength: 5 }],
    [scalar("number", { exclusiveMinimum: 0 }), { type: "number", exclusiveMinimum: 0 }],
    [scalar("integer", { minimum: 0, maximum: 9 }), { type: "integer", minimum: 0, maximum: 9 }],
    [scalar("integer"), { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 }],
    [scalar("integer", { exclusiveMinimum: 0 }), { type: "integer", maximum: 9007199254740991, exclusiveMinimum: 0 }],
    [scalar("int64"), { type: "string", format: "int64", pattern: "^(0|-?[1-9][0-9]{0,18})$" }],
    [scalar("timestamp"), { type: "string", format: "date-time" }],
    [scalar("boolean"), { type: "boolean" }],
    [nothing, { type: "null" }],
    [literal(1), { type: "number", const: 1 }],
    [oneOf("a", "b"), { type: "string", enum: ["a", "b"] }],
    [oneOf("a", 1), { type: ["string", "number"], enum: ["a", 1] }],
  ])("%j", (type, expected) => {
    expect(schema(type)).toEqual(expected);
  });
});

describe("structures", () => {
  test("an object refuses what it does not name", () => {
    expect(schema(object({ a: string(), "b?": nothing }))).toEqual({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "null" } },
      required: ["a"],
      additionalProperties: false,
    });
    expect(schema(object({}, json(true)))).toEqual({ type: "object", additionalProperties: true });
    expect(schema(object({}, string()))).toEqual({ type: "object", additionalProperties: { type: "string" } });
  });

  test("a property has its documentation, default and marks, in one order", () => {
    const documentation = { description: "What it is.", title: "A", deprecated: "Use b.", examples: ["x"] };
    const type = object({ a: { type: string(), documentation, default: "y", immutable: true, listKey: "name" } });
    expect(JSON.stringify((schema(type) as { properties: unknown }).properties)).toBe(
      '{"a":{"title":"A","description":"What it is.\\n\\nDeprecated: Use b.","deprecated":true,"type":"string","default":"y","x-immutable":true,"x-list-type":"map","x-list-map-keys":["name"],"examples":["x"]}}',
    );
  });

  test("a property may be called __proto__", () => {
    const { properties } = schema(object({ ["__proto__"]: string() })) as { properties: object };
    expect(Object.keys(properties)).toEqual(["__proto__"]);
  });

  test("lists, tuples and maps", () => {
    expect(schema(array(string(), { minItems: 1 }))).toEqual({ type: "array", items: { type: "string" }, minItems: 1 });
    expect(schema(tuple([string(), nothing], 1))).toEqual({
      type: "array",
      prefixItems: [{ type: "string" }, { type: "null" }],
      items: false,
      minItems: 1,
    });
    expect(schema(tuple([], 0, string()))).toEqual({ type: "array", items: { type: "string" } });
    expect(schema(record(json({})))).toEqual({ type: "object", additionalProperties: true });
    expect(schema(record(string(), "^x-"))).toEqual({
      type: "object",
      patternProperties: { "^x-": { type: "string" } },
      additionalProperties: false,
    });
  });

  test("a schema of the author's own stands as it is", () => {
    expect(schema(json({ type: "string", "x-a": 1 }))).toEqual({ type: "string", "x-a": 1 });
    expect(schema(json(true))).toEqual({});
    expect(schema(json(false))).toEqual({ not: {} });
  });
});

describe("references", () => {
  test("name what they refer to", () => {
    expect(schema(ref("Circle"))).toEqual({ $ref: "#/types/Circle" });
    expect(schema(modelRef("Thing"))).toEqual({ $ref: "#/models/Thing" });
  });

  test("with constraints that narrow keep them beside the name, that widen take the name's place", () => {
    expect(schema(ref("Name", { maxLength: 4 }))).toEqual({ $ref: "#/types/Name", maxLength: 4 });
    expect(schema(ref("Name", { maxLength: 20 }))).toEqual({ type: "string", pattern: "^a", maxLength: 20 });
    expect(schema(ref("Alias", { maxLength: 7 }))).toEqual({ type: "string", pattern: "^a", maxLength: 7 });
    expect(schema(ref("Names", { maxItems: 9 }))).toEqual({ type: "array", items: { type: "string" }, maxItems: 9 });
    expect(schema(ref("Circle", { maxProperties: 1 }))).toEqual({ $ref: "#/types/Circle", maxProperties: 1 });
  });
});

describe("unions", () => {
  test("a type or null is one type keyword where it can be", () => {
    expect(schema(union(string({ maxLength: 1 }), nothing))).toEqual({ type: ["string", "null"], maxLength: 1 });
    expect(schema(union(nothing, oneOf("a", "b")))).toEqual({ type: ["string", "null"], enum: ["a", "b", null] });
    expect(schema(union(literal("a"), nothing))).toEqual({ anyOf: [{ type: "string", const: "a" }, { type: "null" }] });
    expect(schema(union(ref("Name"), nothing))).toEqual({ anyOf: [{ $ref: "#/types/Name" }, { type: "null" }] });
  });

  test("of several types is anyOf", () => {
    expect(schema(union(string(), nothing, scalar("boolean")))).toEqual({
      anyOf: [{ type: "string" }, { type: "null" }, { type: "boolean" }],
    });
  });

  test("of tagged names has a discriminator with each tag", () => {
    const members = [{ $ref: "#/types/Circle" }, { $ref: "#/types/Square" }];
    const mapping = { circle: "#/types/Circle", square: "#/types/Square", box: "#/types/Square" };
    const expected = { oneOf: members, discriminator: { propertyName: "type", mapping } };
    expect(schema(tagged("type", ref("Circle"), ref("Square")))).toEqual(expected);
    expect(schema(tagged("type", ref("Circle"), nothing, ref("Square")))).toEqual({
      anyOf: [expected, { type: "null" }],
    });
  });

  test("of tagged objects without names, or with tags that are no texts, has none: OpenAPI could not say it", () => {
    expect(schema(tagged("type", circle, ref("Square")))).not.toHaveProperty("discriminator");
    expect(schema(tagged("v", object({ v: literal(1) }), object({ v: literal(2) })))).not.toHaveProperty(
      "discriminator",
    );
  });
});
