import type { Model, ModelPart, ProjectModel } from "./model.js";
import type { SourceSpan } from "./source-span.js";
import type { Constraints, Json, NamedType, ObjectReference, Property, Type } from "./type.js";

/** Short spellings of types, for tests of what comes after the reader. */

const span: SourceSpan = { file: "src/models/thing.ts", start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
const documentation = { description: "" };
const base = { constraints: {}, span };

type ScalarShape = "string" | "number" | "integer" | "int64" | "boolean" | "timestamp" | "null";

export function scalar(shape: ScalarShape, constraints: Constraints = {}): Type {
  return { shape, constraints, span };
}

export const string = (constraints?: Constraints): Type => scalar("string", constraints);
export const nothing = scalar("null");

export function literal(value: string | number | boolean): Type {
  return { ...base, shape: "literal", value };
}

export function oneOf(...values: (string | number | boolean)[]): Type {
  return { ...base, shape: "enum", values };
}

export function array(items: Type, constraints: Constraints = {}): Type {
  return { shape: "array", items, constraints, span };
}

export function tuple(items: readonly Type[], required = items.length, rest?: Type): Type {
  return { ...base, shape: "tuple", items, required, ...(rest !== undefined && { rest }) };
}

/** A text of a form, by its pattern and the types that TypeScript has for it. */
export function template(pattern: string, ...templates: string[]): Type {
  return { shape: "string", constraints: { pattern }, templates, span };
}

export function record(values: Type, keyPattern?: string, ...keyTemplates: string[]): Type {
  const keys = keyPattern !== undefined && { keyPattern, ...(keyTemplates.length > 0 && { keyTemplates }) };
  return { ...base, shape: "record", values, ...keys };
}

export function union(...members: Type[]): Type {
  return { ...base, shape: "union", members };
}

export function tagged(discriminator: string, ...members: Type[]): Type {
  return { ...base, shape: "union", members, discriminator };
}

export function ref(name: string, constraints: Constraints = {}): Type {
  return { shape: "ref", name, constraints, span };
}

/** The name of an object of a model of {@link model}. */
export function reference(kind: string, onDelete: ObjectReference["onDelete"] = "restrict"): Type {
  return { ...base, shape: "string", reference: { apiVersion: "things.example.com/v1alpha1", kind, onDelete } };
}

export function modelRef(name: string): Type {
  return { ...base, shape: "model", name };
}

export function json(schema: Json): Type {
  return { ...base, shape: "json", schema };
}

/** Properties by name; a name that ends in `?` is optional. A value may be a type, or a type with more about the property. */
export function object(properties: Readonly<Record<string, Type | PropertyBody>>, additional?: Type): Type {
  return {
    ...base,
    shape: "object",
    properties: Object.entries(properties).map(([key, body]) => property(key, "shape" in body ? { type: body } : body)),
    ...(additional !== undefined && { additional }),
  };
}

export type PropertyBody = Partial<Omit<Property, "name" | "required" | "span">> & Pick<Property, "type">;

export function property(key: string, body: PropertyBody): Property {
  const required = !key.endsWith("?");
  return { documentation, ...body, name: required ? key : key.slice(0, -1), required, span };
}

export function named(name: string, type: Type, description = ""): NamedType {
  return { name, type, documentation: { description }, span };
}

/** A model of the group `things.example.com`, its plural an `s` longer than its kind. */
export function model(kind: string, spec: Type, more: Partial<Model> & { readonly statusType?: Type } = {}): Model {
  const { statusType, ...rest } = more;
  const singular = kind.toLowerCase();
  const part = (type: Type, required: boolean): ModelPart => ({ type, required, documentation, span });
  return {
    group: "things.example.com",
    version: "v1alpha1",
    kind,
    plural: `${singular}s`,
    singular,
    documentation,
    module: `src/models/${singular}.ts`,
    spec: part(spec, true),
    ...(statusType !== undefined && { status: part(statusType, false) }),
    statusSubresource: false,
    indexes: [],
    hasCheck: false,
    steps: [],
    span,
    attributeSpans: { group: span, version: span, kind: span, plural: span, singular: span },
    ...rest,
  };
}

export function project(models: readonly Model[], types: readonly NamedType[] = []): ProjectModel {
  const logic = { hooks: [], controllers: [], schedules: [], endpoints: [], hasManifests: false };
  return { name: "things", version: "1.0.0", license: "MIT", models, types, ...logic };
}
