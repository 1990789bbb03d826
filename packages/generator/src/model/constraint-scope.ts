import { knownFormats } from "./formats.js";
import type { Constraints, Type } from "./type.js";

/** What sort of value a constraint is about. */
type Sort = "text" | "number" | "list" | "object";

const sortOf: Readonly<Record<Exclude<keyof Constraints, "format">, Sort>> = {
  maxLength: "text",
  minLength: "text",
  pattern: "text",
  minimum: "number",
  maximum: "number",
  exclusiveMinimum: "number",
  exclusiveMaximum: "number",
  multipleOf: "number",
  minItems: "list",
  maxItems: "list",
  uniqueItems: "list",
  minProperties: "object",
  maxProperties: "object",
};

const sortOfShape: Partial<Readonly<Record<Type["shape"], Sort>>> = {
  string: "text",
  number: "number",
  integer: "number",
  array: "list",
  tuple: "list",
  object: "object",
  record: "object",
};

/**
 * Whether a constraint can narrow values of that shape. Literals, booleans and the scalars of @cmgen/model whose form is fixed
 * take none.
 */
export function canConstrain(constraints: Constraints, name: keyof Constraints, shape: Type["shape"]): boolean {
  const sort = sortOfShape[shape];
  if (name !== "format") return sort !== undefined && sort === sortOf[name];
  const formats: Readonly<Record<string, "string" | "number">> = knownFormats;
  return formats[constraints.format ?? ""] === (shape === "integer" ? "number" : shape);
}
