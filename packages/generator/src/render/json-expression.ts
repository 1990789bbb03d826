import type { Json } from "../model/type.js";
import { stringLiteral } from "./text.js";

/** A JSON value as a JavaScript expression. `__proto__` is computed, because written as a key it would set the prototype. */
export function jsonExpression(value: Json): string {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (isList(value)) return `[${value.map(jsonExpression).join(", ")}]`;
  const members = Object.entries(value).map(([key, member]) => `${keyText(key)}: ${jsonExpression(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function keyText(key: string): string {
  return key === "__proto__" ? `["__proto__"]` : stringLiteral(key);
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
