import { tagValues } from "../model/discriminator.js";
import type { Type } from "../model/type.js";
import type { JsonSchema } from "./json-schema.js";
import type { TypeIndex } from "./type-index.js";

export type UnionType = Extract<Type, { shape: "union" }>;

/** A member of a union with its schema. */
export interface UnionMember {
  readonly type: Type;
  readonly schema: JsonSchema;
}

/**
 * The schema of a union in a document. A type or null is the type with `null` added where one `type` keyword says it;
 * members told apart by a property are `oneOf` with OpenAPI's `discriminator`; all else is `anyOf`.
 */
export function unionSchema(union: UnionType, all: readonly UnionMember[], index: TypeIndex): JsonSchema {
  const members = all.filter(({ type }) => type.shape !== "null");
  const [only] = members;
  const hasNull = members.length < all.length;
  if (only !== undefined && members.length === 1 && hasNull) return nullable(only.schema);
  if (union.discriminator === undefined) return { anyOf: all.map(({ schema }) => schema) };
  const tagged = taggedUnion(union.discriminator, members, index);
  return hasNull ? { anyOf: [tagged, { type: "null" }] } : tagged;
}

/** The schema, or null. An enumeration names `null` among its values too, or none would do. */
function nullable(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (typeof type !== "string" || schema.const !== undefined) return { anyOf: [schema, { type: "null" }] };
  return { ...schema, type: [type, "null"], ...(schema.enum !== undefined && { enum: [...schema.enum, null] }) };
}

/**
 * OpenAPI considers members that are references only (OAS 3.1.1, 4.8.25), and maps values that are strings; where one is not, the
 * literals in the members tell them apart without it.
 */
function taggedUnion(propertyName: string, members: readonly UnionMember[], index: TypeIndex): JsonSchema {
  const oneOf = members.map(({ schema }) => schema);
  const mapping = new Map<unknown, string | undefined>();
  for (const { type, schema } of members) {
    for (const value of tagValues(index, type, propertyName)) mapping.set(value, schema.$ref);
  }
  const entries = [...mapping];
  const expressible = entries.length >= members.length && entries.every(isMapping);
  return expressible ? { oneOf, discriminator: { propertyName, mapping: Object.fromEntries(entries) } } : { oneOf };
}

function isMapping(entry: [unknown, string | undefined]): entry is [string, string] {
  return typeof entry[0] === "string" && entry[1] !== undefined;
}
