import type { Model } from "../model/model.js";
import type { Type } from "../model/type.js";
import { resolved, type TypeIndex } from "../schema/type-index.js";
import type { ModelShape, ShapeSchema } from "./model-shape.js";

/** The texts that may be at a place; undefined where there may be others. */
export type Texts = readonly string[] | undefined;

function together(all: readonly Texts[]): Texts {
  return all.some((texts) => texts === undefined) ? undefined : all.flatMap((texts) => texts ?? []);
}

/** The texts that objects of a model have at a path, or in the list there, if its type names all of them. */
export function enumOfType(index: TypeIndex, model: Model, [part, ...rest]: readonly string[]): Texts {
  const type = part === "spec" || part === "status" ? model[part]?.type : undefined;
  return type && textsOfType(index, type, rest);
}

function textsOfType(index: TypeIndex, type: Type, [name, ...rest]: readonly string[]): Texts {
  const target = resolved(type, index);
  if (target.shape === "null") return [];
  if (target.shape === "union")
    return together(
      target.members.map((member) => textsOfType(index, member, name === undefined ? [] : [name, ...rest])),
    );
  if (name === undefined) return textsHere(index, target);
  if (target.shape === "model") return enumOfType(index, index.model(target), [name, ...rest]);
  const property = target.shape === "object" ? target.properties.find((each) => each.name === name) : undefined;
  return property && textsOfType(index, property.type, rest);
}

function textsHere(index: TypeIndex, type: Type): Texts {
  if (type.shape === "array") return textsOfType(index, type.items, []);
  if (type.shape !== "enum" && type.shape !== "literal") return undefined;
  return textsAmong(type.shape === "enum" ? type.values : [type.value]);
}

function textsAmong(values: readonly unknown[]): Texts {
  const texts = values.filter((value) => typeof value === "string");
  return texts.length === values.length ? texts : undefined;
}

/** The same for a model of an earlier release. A place that its objects did not have had no texts. */
export function enumOfShape({ schema, types }: Pick<ModelShape, "schema" | "types">, path: readonly string[]): Texts {
  if (typeof schema === "boolean") return undefined;
  const { $ref: ref, anyOf, properties, items, enum: values, const: only, type } = schema;
  const inside = (next: unknown, rest: readonly string[]): Texts =>
    isSchema(next) ? enumOfShape({ schema: next, types }, rest) : undefined;
  if (typeof ref === "string") return inside(types[ref], path);
  if (type === "null") return [];
  if (Array.isArray(anyOf)) return together(anyOf.map((member) => inside(member, path)));
  const [name, ...rest] = path;
  if (name !== undefined) {
    if (typeof properties !== "object" || properties === null) return undefined;
    const property: unknown = Object.entries(properties).find(([key]) => key === name)?.[1];
    return property === undefined ? [] : inside(property, rest);
  }
  if (items !== undefined) return inside(items, []);
  if (Array.isArray(values)) return textsAmong(values);
  return only === undefined ? undefined : textsAmong([only]);
}

function isSchema(value: unknown): value is ShapeSchema {
  return typeof value === "boolean" || (typeof value === "object" && value !== null && !Array.isArray(value));
}
