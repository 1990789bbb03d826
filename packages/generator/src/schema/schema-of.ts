import type { Model } from "../model/model.js";
import { isScalar, scalarOf, type ScalarShape } from "../model/scalars.js";
import { resolved } from "../model/type-at-path.js";
import type { Json, Type } from "../model/type.js";
import { constraintKeywords, integerKeywords, isTightening } from "./constraint-keywords.js";
import type { JsonSchema, JsonTypeName } from "./json-schema.js";
import type { SchemaForms } from "./schema-forms.js";
import type { TypeIndex } from "./type-index.js";

type Shape<Name extends Type["shape"]> = Extract<Type, { shape: Name }>;

/** What schemas of one document have in common. */
export interface SchemaContext {
  readonly index: TypeIndex;
  readonly forms: SchemaForms;
  /** `$ref` of a named type. */
  readonly refOf: (name: string) => string;
  /** `$ref` of a model where another type holds an object of it. */
  readonly modelRefOf: (model: Model) => string;
}

/**
 * The JSON Schema 2020-12 of a type. Named types and models are referred to, never copied, so a recursive type ends; a property
 * that the type does not name is refused.
 */
export function schemaOf(type: Type, context: SchemaContext): JsonSchema {
  if (isScalar(type)) return scalarSchema(type, context);
  switch (type.shape) {
    case "literal":
      return { ...typesOfValues([type.value], context), const: type.value };
    case "enum":
      return { ...typesOfValues(type.values, context), enum: type.values, ...constraintKeywords(type.constraints) };
    case "array":
      return { type: "array", items: schemaOf(type.items, context), ...constraintKeywords(type.constraints) };
    case "tuple":
      return tupleSchema(type, context);
    case "record":
      return recordSchema(type, context);
    case "object":
      return objectSchema(type, context);
    case "union":
      return unionSchema(type, context);
    case "ref":
      return referenceSchema(type, context);
    case "model":
      return { $ref: context.modelRefOf(context.index.model(type)) };
    case "json":
      return embeddedSchema(type.schema);
  }
}

function scalarSchema(type: Shape<ScalarShape>, { forms }: SchemaContext): JsonSchema {
  if (type.shape === "integer") return { type: "integer", ...integerKeywords(type.constraints) };
  const { json, format, pattern } = scalarOf(type.shape);
  return {
    type: json,
    ...(format && { format }),
    ...(pattern !== undefined && forms.formatPatterns && { pattern }),
    ...constraintKeywords(type.constraints),
    ...(type.shape === "string" && forms.reference(type.reference)),
  };
}

/** A minimum that equals the number of items is what tells generic tools that all of them must be there. */
function tupleSchema(type: Shape<"tuple">, context: SchemaContext): JsonSchema {
  if (type.items.length === 0) return plainTupleSchema(type, context);
  return {
    type: "array",
    prefixItems: type.items.map((item) => schemaOf(item, context)),
    items: type.rest === undefined ? false : schemaOf(type.rest, context),
    ...(type.required > 0 && { minItems: type.required }),
    ...constraintKeywords(type.constraints),
  };
}

/** A tuple without items of its own: an empty `prefixItems` is no JSON Schema. */
function plainTupleSchema({ rest, constraints }: Shape<"tuple">, context: SchemaContext): JsonSchema {
  const items = rest === undefined ? { maxItems: 0 } : { items: schemaOf(rest, context) };
  return { type: "array", ...items, ...constraintKeywords(constraints) };
}

function recordSchema(type: Shape<"record">, context: SchemaContext): JsonSchema {
  return {
    type: "object",
    ...keysSchema(type.values, type.keyPattern, context),
    ...constraintKeywords(type.constraints),
  };
}

type Keys = Pick<JsonSchema, "patternProperties" | "additionalProperties">;

/** What the properties hold that have no name: all of them, or those of which the key matches. */
function keysSchema(type: Type | undefined, keyPattern: string | undefined, context: SchemaContext): Keys {
  if (type === undefined) return { additionalProperties: false };
  const values = openSchema(type, context);
  if (keyPattern === undefined) return { additionalProperties: values };
  return { patternProperties: { [keyPattern]: values === true ? {} : values }, additionalProperties: false };
}

function objectSchema(type: Shape<"object">, context: SchemaContext): JsonSchema {
  const { forms } = context;
  const shown = type.properties.filter((property) => forms.isOmitted?.(property) !== true);
  const required = shown.filter(forms.isRequired).map((property) => property.name);
  const properties = shown.map(
    (property) => [property.name, forms.property(property, schemaOf(property.type, context))] as const,
  );
  const named: JsonSchema = properties.length > 0 ? forms.properties(properties) : {};
  const others = keysSchema(type.additional, type.keyPattern, context);
  const patterns = { ...named.patternProperties, ...others.patternProperties };
  return {
    type: "object",
    ...named,
    ...(required.length > 0 && { required }),
    ...others,
    ...(Object.keys(patterns).length > 0 && { patternProperties: patterns }),
    ...constraintKeywords(type.constraints),
  };
}

function unionSchema(type: Shape<"union">, context: SchemaContext): JsonSchema {
  const members = type.members.map((member) => ({ type: member, schema: schemaOf(member, context) }));
  return { ...context.forms.union(type, members, context.index), ...constraintKeywords(type.constraints) };
}

/** Any value at all is spelt `true`. */
function openSchema(type: Type, context: SchemaContext): JsonSchema | true {
  const schema = schemaOf(type, context);
  return Object.keys(schema).length === 0 ? true : schema;
}

/**
 * A reference with constraints of its own overrides those of what it refers to. Where they only narrow them the two stand side by
 * side; a scalar or a list whose constraints are widened is written out with its new ones.
 */
function referenceSchema(type: Shape<"ref">, context: SchemaContext): JsonSchema {
  const { constraints } = type;
  const inherited = inheritedConstraints(type, context.index);
  const $ref = context.refOf(type.name);
  const target = resolved(context.index, type);
  const isWhole = target.shape === "object" || target.shape === "union" || target.shape === "ref";
  if (isWhole || isTightening(constraints, inherited)) return { $ref, ...constraintKeywords(constraints) };
  return schemaOf({ ...target, constraints: { ...inherited, ...constraints } }, context);
}

/** Constraints of every name on the way to the target, the nearest first in rank. */
function inheritedConstraints(type: Shape<"ref">, index: TypeIndex): Type["constraints"] {
  const target = index.named(type.name).type;
  return target.shape === "ref"
    ? { ...inheritedConstraints(target, index), ...target.constraints }
    : target.constraints;
}

/** A schema the author wrote. `true` says what `{}` does; nothing fits `false`. */
function embeddedSchema(schema: Json): JsonSchema {
  if (schema === false) return { not: {} };
  // A check has found it to be a schema.
  return typeof schema === "object" && schema !== null ? (schema as JsonSchema) : {};
}

function typesOfValues(values: readonly (string | number | boolean)[], { forms }: SchemaContext): JsonSchema {
  const names = [...new Set(values.map(typeNameOf))];
  const [only] = names;
  if (!forms.typedValues) return {};
  return { type: names.length === 1 && only !== undefined ? only : names };
}

function typeNameOf(value: string | number | boolean): JsonTypeName {
  return typeof value as "string" | "number" | "boolean";
}
