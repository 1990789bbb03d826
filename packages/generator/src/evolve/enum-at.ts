import type { ModelShape, ShapeSchema } from "../model/model-shape.js";

/** The texts that may be at a place; undefined where there may be others. */
export type Texts = readonly string[] | undefined;

function together(all: readonly Texts[]): Texts {
  return all.some((texts) => texts === undefined) ? undefined : all.flatMap((texts) => texts ?? []);
}

function textsAmong(values: readonly unknown[]): Texts {
  const texts = values.filter((value) => typeof value === "string");
  return texts.length === values.length ? texts : undefined;
}

/**
 * The texts that objects of a model have at a path, or in the list there, if its schema names all of them. A field that they do not
 * have has no texts.
 */
export function enumOfShape({ schema, types }: Pick<ModelShape, "schema" | "types">, path: readonly string[]): Texts {
  if (typeof schema === "boolean") return undefined;
  const { $ref: ref, anyOf, properties, additionalProperties, items, enum: values, const: only, type } = schema;
  const inside = (next: unknown, rest: readonly string[]): Texts =>
    isSchema(next) ? enumOfShape({ schema: next, types }, rest) : undefined;
  if (typeof ref === "string") return inside(types[ref], path);
  if (type === "null") return [];
  if (Array.isArray(anyOf)) return together(anyOf.map((member) => inside(member, path)));
  const [name, ...rest] = path;
  if (name !== undefined) {
    if (typeof properties !== "object" || properties === null) return undefined;
    const property: unknown = Object.entries(properties).find(([key]) => key === name)?.[1];
    if (property === undefined) return additionalProperties === false ? [] : undefined;
    return inside(property, rest);
  }
  if (items !== undefined) return inside(items, []);
  if (Array.isArray(values)) return textsAmong(values);
  return only === undefined ? undefined : textsAmong([only]);
}

function isSchema(value: unknown): value is ShapeSchema {
  return typeof value === "boolean" || (typeof value === "object" && value !== null && !Array.isArray(value));
}
