import { isRequiredWhenSent } from "../model/stored-form.js";
import type { ObjectReference, Property } from "../model/type.js";
import type { JsonSchema } from "./json-schema.js";
import { propertySchema } from "./property-schema.js";
import type { TypeIndex } from "./type-index.js";
import { unionSchema, type UnionMember, type UnionType } from "./union-schema.js";

/** Where schemas for readers and schemas for a validator differ: the same values are valid, by other keywords. */
export interface SchemaForms {
  readonly union: (union: UnionType, members: readonly UnionMember[], index: TypeIndex) => JsonSchema;
  readonly property: (property: Property, typeSchema: JsonSchema) => JsonSchema;
  readonly properties: (entries: readonly (readonly [string, JsonSchema])[]) => JsonSchema;
  /** Whether an object must have the property. */
  readonly isRequired: (property: Property) => boolean;
  /** Whether a property is left out. Default: none is. */
  readonly isOmitted?: (property: Property) => boolean;
  /** What the name of an object has beside its type. */
  readonly reference: (reference: ObjectReference | undefined) => JsonSchema;
  /** Whether a format has a pattern beside it: a validator knows the format. */
  readonly formatPatterns: boolean;
  /** Whether values that are listed have their type named too: it tells a reader more, and a validator nothing. */
  readonly typedValues: boolean;
}

/** The forms of a document that people and tools read. */
export const documentForms: SchemaForms = {
  union: unionSchema,
  property: propertySchema,
  /** From entries, so that a property called `__proto__` is one like any other. */
  properties: (entries) => ({ properties: Object.fromEntries(entries) }),
  isRequired: isRequiredWhenSent,
  reference: (reference) =>
    reference === undefined
      ? {}
      : { "x-cmgen-ref": { apiVersion: reference.apiVersion, kind: reference.kind, onDelete: reference.onDelete } },
  formatPatterns: true,
  typedValues: true,
};
