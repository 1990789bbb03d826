import { expect, test } from "vitest";

import type { Model, ProjectModel } from "../../model/model.js";
import { people, person } from "../../model/people.test.fixture.js";
import type { Property, Type } from "../../model/type.js";
import { indexTypes } from "../../schema/type-index.js";
import { pathAccess } from "./path-access.js";

const { span } = person;
const base = { constraints: {}, span };
const documentation = { description: "" };
const text: Type = { ...base, shape: "string" };
const nothing: Type = { ...base, shape: "null" };

function object(properties: Record<string, Type>, optional: readonly string[] = []): Type {
  const list = Object.entries(properties).map(([name, type]): Property => ({
    name,
    type,
    required: !optional.includes(name),
    documentation,
    span,
  }));
  return { ...base, shape: "object", properties: list };
}

/** The expression for a dotted path of a model with `type` as its spec. */
function accessOf(path: string, type: Type, specRequired = true): string {
  const model: Model = { ...person, spec: { type, required: specRequired, documentation, span } };
  const project: ProjectModel = { ...people, models: [model] };
  return pathAccess(indexTypes(project), model, path.split(".")).expression;
}

const spec = object(
  {
    name: text,
    nested: object({ size: text }),
    maybe: object({ size: text, deep: object({ er: text }) }),
    nullable: { ...base, shape: "union", members: [object({ size: text }), nothing] },
    either: {
      ...base,
      shape: "union",
      members: [object({ a: object({ b: text }) }), object({ a: object({ b: text }) }, ["a"])],
    },
    "odd-name": object({ size: text }),
    class: object({ new: text }),
    constructor: object({ name: text }),
    ref: { ...base, shape: "ref", name: "PersonSpec" },
  },
  ["maybe", "constructor"],
);

test.each([
  ["spec.name", "person.spec.name"],
  ["spec.nested.size", "person.spec.nested.size"],
  ["spec.maybe.size", "person.spec.maybe?.size"],
  ["spec.maybe.deep.er", "person.spec.maybe?.deep.er"],
  ["spec.nullable.size", "person.spec.nullable?.size"],
  ["spec.either.a.b", "person.spec.either.a?.b"],
  ["spec.odd-name.size", 'person.spec["odd-name"].size'],
  ["spec.class.new", "person.spec.class.new"],
  ["spec.ref.age", "person.spec.ref.age"],
  ["status.greeting", "person.status?.greeting"],
])("%s is read by %s", (path, expression) => {
  expect(accessOf(path, spec)).toBe(expression);
});

test("an optional spec is stepped over", () => {
  expect(accessOf("spec.name", spec, false)).toBe("person.spec?.name");
});

test("names that objects inherit are read as own properties", () => {
  expect(accessOf("spec.constructor.name", spec)).toBe('own(person.spec, "constructor")?.name');
  expect(accessOf("spec.maybe.toString", spec)).toBe('own(person.spec.maybe, "toString")');
  expect(accessOf("spec.maybe.constructor.size", spec)).toBe('own(person.spec.maybe, "constructor")?.size');
  expect(accessOf("spec.__proto__", spec)).toBe('own(person.spec, "__proto__")');
});

test("a name with quotes stays a name", () => {
  expect(accessOf('spec.a"]; throw "', spec)).toBe('person.spec["a\\"]; throw \\""]');
});
