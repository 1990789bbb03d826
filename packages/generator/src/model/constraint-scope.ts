import { knownFormats } from "./formats.js";
import { scalarOf } from "./scalars.js";
import type { Constraints, Type } from "./type.js";

/** What JSON calls the values that a constraint is about. */
const valuesOf: Readonly<Record<Exclude<keyof Constraints, "format">, string>> = {
  maxLength: "string",
  minLength: "string",
  pattern: "string",
  minimum: "number",
  maximum: "number",
  exclusiveMinimum: "number",
  exclusiveMaximum: "number",
  multipleOf: "number",
  minItems: "array",
  maxItems: "array",
  uniqueItems: "array",
  minProperties: "object",
  maxProperties: "object",
};

/**
 * Whether a constraint can narrow values of that shape. Literals, booleans and the scalars of @cmgen/model whose form is fixed
 * take none.
 */
export function canConstrain(constraints: Constraints, name: keyof Constraints, shape: Type["shape"]): boolean {
  const formats: Readonly<Record<string, string>> = knownFormats;
  const about = name === "format" ? formats[constraints.format ?? ""] : valuesOf[name];
  return about !== undefined && about === valuesOfShape(shape);
}

function valuesOfShape(shape: Type["shape"]): string | undefined {
  if (shape === "array" || shape === "tuple") return "array";
  if (shape === "object" || shape === "record") return "object";
  const scalar = scalarOf(shape);
  return scalar?.format === undefined ? scalar?.json : undefined;
}
