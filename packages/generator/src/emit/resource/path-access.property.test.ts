import fc from "fast-check";
import { expect, test } from "vitest";

import type { Model } from "../../model/model.js";
import { people, person } from "../../model/people.test.fixture.js";
import type { Property, Type } from "../../model/type.js";
import { hostileText } from "../../render/hostile-text.test.fixture.js";
import { indexTypes } from "../../schema/type-index.js";
import { pathAccess } from "./path-access.js";

const { span } = person;
const base = { constraints: {}, span };
const documentation = { description: "" };

/** A property as it is drawn: its type is made from it, and an object. */
interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly nullable: boolean;
  /** What an object holds here: nothing, `null` or a value, as far as the type allows. */
  readonly filled: "absent" | "null" | "value";
  readonly fields: readonly Field[];
}

const name = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "__proto__",
    "constructor",
    "toString",
    "valueOf",
    "class",
    "x-y",
    "it's",
    "`",
    "${x}",
    "*/",
    "\n",
    '"',
  ),
  hostileText.filter((text) => text !== ""),
);

const { fields } = fc.letrec<{ fields: Field[]; field: Field }>((tie) => ({
  fields: fc.uniqueArray(tie("field"), { maxLength: 3, selector: (field) => field.name, depthIdentifier: "d" }),
  field: fc.record({
    name,
    required: fc.boolean(),
    nullable: fc.boolean(),
    filled: fc.constantFrom("absent", "null", "value"),
    fields: fc.oneof({ maxDepth: 3, depthIdentifier: "d" }, fc.constant([]), tie("fields")),
  }),
}));

function typeOf({ fields: inner, nullable }: Pick<Field, "fields" | "nullable">): Type {
  const properties = inner.map((field): Property => ({
    name: field.name,
    type: typeOf(field),
    required: field.required,
    documentation,
    span,
  }));
  const type: Type = inner.length === 0 ? { ...base, shape: "string" } : { ...base, shape: "object", properties };
  return nullable ? { ...base, shape: "union", members: [type, { ...base, shape: "null" }] } : type;
}

function valueOf({ fields: inner }: Pick<Field, "fields">): unknown {
  if (inner.length === 0) return "leaf";
  return Object.fromEntries(inner.flatMap((field) => entryOf(field)));
}

function entryOf(field: Field): [string, unknown][] {
  if (field.filled === "absent" && !field.required) return [];
  return [[field.name, field.filled === "null" && field.nullable ? null : valueOf(field)]];
}

/** Every path from the fields to a leaf. */
function pathsOf(inner: readonly Field[]): string[][] {
  return inner.flatMap((field) =>
    field.fields.length === 0 ? [[field.name]] : pathsOf(field.fields).map((path) => [field.name].concat(path)),
  );
}

function own(object: object | null | undefined, key: string): unknown {
  return object && Object.hasOwn(object, key) ? Reflect.get(object, key) : undefined;
}

/** What is at a path, `undefined` from where something is absent on. */
function expected(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => own(at as object | null | undefined, key) ?? undefined, object);
}

test("an extractor finds what is at its path, or nothing, and never throws", () => {
  fc.assert(
    fc.property(fields, (inner) => {
      const spec = { type: typeOf({ fields: inner, nullable: false }), required: true, documentation, span };
      const model: Model = { ...person, spec };
      const index = indexTypes({ ...people, models: [model] });
      const object = { spec: valueOf({ fields: inner }) };
      for (const path of pathsOf(inner)) {
        const { expression } = pathAccess(index, model, ["spec", ...path]);
        const extract = new Function("person", "own", `return ${expression};`) as (...args: unknown[]) => unknown;
        expect(extract(object, own) ?? undefined).toEqual(expected(object, ["spec", ...path]));
      }
    }),
    { numRuns: 2_000 },
  );
});
