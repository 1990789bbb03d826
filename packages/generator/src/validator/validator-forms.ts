import { tagValues } from "../model/discriminator.js";
import { scalarOf } from "../model/scalars.js";
import type { Type } from "../model/type.js";
import type { JsonSchema } from "../schema/json-schema.js";
import type { SchemaForms } from "../schema/schema-forms.js";
import type { TypeIndex } from "../schema/type-index.js";
import type { UnionMember, UnionType } from "../schema/union-schema.js";
import { type JsonType, jsonTypesOf } from "./json-types.js";

/** A schema for the compiler, which has keywords of its own. */
export type CompiledSchema = JsonSchema & Readonly<Record<string, unknown>>;

/** The forms of a schema that is compiled: no prose, and unions that know how to choose. */
export const validatorForms: SchemaForms = {
  union: chosenUnion,
  property: (property, typeSchema) =>
    property.listKey === undefined ? typeSchema : { ...typeSchema, listKey: property.listKey },
  properties: declaredProperties,
  isRequired: ({ required, filled = false }) => required && !filled,
  reference: () => ({}),
  formatPatterns: false,
  typedValues: false,
};

/** The compiler skips `__proto__` among `properties`; a pattern that only matches it does the same. */
function declaredProperties(entries: readonly (readonly [string, JsonSchema])[]): JsonSchema {
  const plain = entries.filter(([name]) => name !== "__proto__");
  const prototype = entries.find(([name]) => name === "__proto__");
  return {
    properties: Object.fromEntries(plain),
    ...(prototype !== undefined && { patternProperties: { "^__proto__$": prototype[1] } }),
  };
}

/** A union as a choice by JSON type, and among objects by their tag; what still overlaps is `anyOf`. */
function chosenUnion(union: UnionType, members: readonly UnionMember[], index: TypeIndex): JsonSchema {
  const byType = new Map<JsonType, UnionMember[]>();
  for (const member of members) {
    for (const type of jsonTypesOf(member.type, index)) byType.set(type, [...(byType.get(type) ?? []), member]);
  }
  const cases = [...byType].map(([type, candidates]) => {
    const schema = type === "object" ? objectCase(union, candidates, index) : overlapping(candidates);
    return [type, schema] as const;
  });
  const choice: CompiledSchema = { byType: { ...Object.fromEntries(cases), otherwise: { type: [...byType.keys()] } } };
  return choice;
}

function overlapping(members: readonly UnionMember[]): JsonSchema {
  const [only] = members;
  if (members.length === 1 && only !== undefined) return only.schema;
  const choice: CompiledSchema = {
    anyOf: members.map(({ schema }) => schema),
    alternatives: members.map(({ type }) => typeInWords(type)),
  };
  return choice;
}

function objectCase({ discriminator }: UnionType, members: readonly UnionMember[], index: TypeIndex): JsonSchema {
  if (discriminator === undefined || members.length === 1) return overlapping(members);
  const values = members.map(({ type }) => tagValues(index, type, discriminator));
  const tellsApart = values.every((own) => own.length > 0) && new Set(values.flat()).size === values.flat().length;
  if (!tellsApart) return overlapping(members);
  const otherwise = declaredProperties([[discriminator, { enum: values.flat() }]]);
  const choice: CompiledSchema = {
    tag: discriminator,
    tagValues: values,
    byTag: [...members.map(({ schema }) => schema), { ...otherwise, required: [discriminator] }],
  };
  return choice;
}

/** A type as the caller is told of it where none of several fits. */
function typeInWords(type: Type): string {
  switch (type.shape) {
    case "ref":
    case "model":
      return type.name;
    case "object":
      return `an object with ${type.properties.map(({ name }) => JSON.stringify(name)).join(", ") || "no fields"}`;
    case "literal":
      return JSON.stringify(type.value);
    case "enum":
      return type.values.map((value) => JSON.stringify(value)).join(", ");
    default:
      return [scalarOf(type.shape)?.words.caller ?? nouns[type.shape], ...constraintWords(type)].join(" ");
  }
}

const nouns: Readonly<Record<string, string>> = {
  array: "a list",
  tuple: "a list of fixed length",
  record: "an object of any fields",
  union: "one of several others",
  json: "a value of a schema of its own",
};

function constraintWords({ constraints }: Type): readonly string[] {
  const words = Object.entries(constraints).map(([keyword, bound]) => `${keyword} ${String(bound)}`);
  return words.length === 0 ? [] : [`(${words.join(", ")})`];
}
