import type { Constraints, Json, NamedType, Property, Type } from "../model/type.js";
import { constraintNames } from "../model/type.js";
import type { SourceSpan } from "../model/source-span.js";
import type { ModelShape, ShapeSchema } from "../model/model-shape.js";

/** What objects of a model were, as the types that the rest of the generator knows. */
export interface EarlierTypes {
  /** The object's `spec` and `status`, with any other member. */
  readonly object: Type;
  /** What it refers to, by names of its own. */
  readonly types: readonly NamedType[];
}

type Keywords = Readonly<Record<string, unknown>>;

/** Nothing of it is reported. */
const start = { line: 1, column: 1 };
const nowhere: SourceSpan = { file: "snapshot.json", start, end: start };

/**
 * The types that a shape in a snapshot was made from.
 *
 * @param suffix what the names of its types end with.
 */
export function earlierTypes({ schema, types }: ModelShape, suffix: string): EarlierTypes {
  const nameOf = (reference: string): string => `${reference.replace(/^.*[ /]/, "")}_${suffix}`;
  const named = Object.entries(types).map(([reference, type]): NamedType => ({
    name: nameOf(reference),
    documentation: { description: "" },
    type: reference.startsWith("model ") ? objectType(keywordsOf(type), nameOf) : typeOf(type, nameOf),
    span: nowhere,
  }));
  return { object: objectType(keywordsOf(schema), nameOf), types: named };
}

function keywordsOf(schema: ShapeSchema): Keywords {
  return typeof schema === "object" ? schema : {};
}

/** An object of a model, of which the snapshot has the parts alone. */
function objectType(schema: Keywords, nameOf: NameOf): Type {
  const type = typeOf(schema, nameOf);
  return type.shape === "object" ? { ...type, additional: anything } : type;
}

type NameOf = (reference: string) => string;

const plain = { constraints: {}, span: nowhere };
const anything: Type = { ...plain, shape: "json", schema: {} };

/** What the schema of a snapshot was made from; `unknown` where an author wrote a schema of another form. */
function typeOf(schema: ShapeSchema, nameOf: NameOf): Type {
  if (typeof schema === "boolean") return { ...plain, shape: "json", schema };
  const { $ref, anyOf } = schema;
  const base = { ...plain, constraints: constraintsOf(schema) };
  if (typeof $ref === "string") return { ...base, shape: "ref", name: nameOf($ref) };
  if (Array.isArray(anyOf))
    return { ...base, shape: "union", members: anyOf.map((member: ShapeSchema) => typeOf(member, nameOf)) };
  if ("const" in schema) return literalType(schema["const"], schema);
  if (Array.isArray(schema["enum"])) {
    const values = schema["enum"] as readonly Json[];
    return values.every(isLiteral) ? { ...base, shape: "enum", values } : embedded(schema);
  }
  switch (schema["type"]) {
    case "string":
      return stringType(base);
    case "number":
    case "integer":
    case "boolean":
    case "null":
      return { ...base, shape: schema["type"] };
    case "array":
      return listType(schema, nameOf);
    case "object":
      return fieldsType(schema, nameOf);
    default:
      return embedded(schema);
  }
}

/** A value of a schema that says more than these types can. A snapshot is JSON. */
function embedded(schema: Keywords): Type {
  return { ...plain, shape: "json", schema: schema as { readonly [key: string]: Json } };
}

function literalType(value: unknown, schema: Keywords): Type {
  return isLiteral(value) ? { ...plain, shape: "literal", value } : embedded(schema);
}

function isLiteral(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function constraintsOf(schema: Keywords): Constraints {
  return Object.fromEntries(constraintNames.flatMap((name) => (name in schema ? [[name, schema[name]]] : [])));
}

/** Instants and numbers of 64 bits have their format by themselves. */
function stringType(base: typeof plain & { readonly constraints: Constraints }): Type {
  const { format, ...constraints } = base.constraints;
  if (format === "date-time") return { ...base, constraints, shape: "timestamp" };
  if (format === "int64") return { ...base, constraints, shape: "int64" };
  return { ...base, shape: "string" };
}

function listType(schema: Keywords, nameOf: NameOf): Type {
  const { prefixItems, items } = schema;
  const constraints = constraintsOf(schema);
  const rest = items === false || items === undefined ? undefined : typeOf(items as ShapeSchema, nameOf);
  if (!Array.isArray(prefixItems)) return { ...plain, constraints, shape: "array", items: rest ?? anything };
  const { minItems: required = 0, ...others } = constraints;
  return {
    ...plain,
    constraints: others,
    shape: "tuple",
    items: prefixItems.map((item: ShapeSchema) => typeOf(item, nameOf)),
    required,
    ...(rest !== undefined && { rest }),
  };
}

function fieldsType(schema: Keywords, nameOf: NameOf): Type {
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly string[]) : [];
  const properties = Object.entries(Object(schema["properties"]) as Readonly<Record<string, ShapeSchema>>).map(
    ([name, property]): Property => ({
      name,
      type: typeOf(property, nameOf),
      required: required.includes(name),
      ...("default" in keywordsOf(property) && { default: keywordsOf(property)["default"] as Json }),
      documentation: { description: "" },
      span: nowhere,
    }),
  );
  const patterns = Object.entries(Object(schema["patternProperties"]) as Readonly<Record<string, ShapeSchema>>);
  const [pattern] = patterns;
  const open = schema["additionalProperties"] ?? true;
  const values = pattern?.[1] ?? (open === false ? undefined : (open as ShapeSchema));
  const additional = values === undefined ? undefined : values === true ? anything : typeOf(values, nameOf);
  const keys = pattern === undefined ? {} : { keyPattern: pattern[0] };
  const constraints = constraintsOf(schema);
  if (properties.length === 0 && additional !== undefined)
    return { ...plain, constraints, shape: "record", values: additional, ...keys };
  return { ...plain, constraints, shape: "object", properties, ...(additional && { additional, ...keys }) };
}
