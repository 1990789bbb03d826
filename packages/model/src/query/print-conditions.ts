import { printKey, printValues } from "../selector/print-term.js";
import { isAlternatives } from "./alternatives.js";
import type { IndexValue, ValuesOf } from "./condition.js";
import { isSkip } from "./skip.js";

/** A condition's members, and how selectors write them. */
const symbols: Readonly<Record<string, string>> = {
  eq: "=",
  ne: "!=",
  in: "=",
  notIn: "!=",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  startsWith: "^=",
};

/**
 * The selector of conditions by key.
 * @throws {RangeError} where a condition is empty: left out in silence it would select more than was meant.
 */
export function printConditions(conditions: object): string {
  return Object.entries(conditions)
    .flatMap(([key, condition]) =>
      isAlternatives(key, condition) ? [printGroup(condition)] : printCondition(printKey(key), condition),
    )
    .join(",");
}

function printGroup(alternatives: readonly unknown[]): string {
  const printed = alternatives.filter((each) => !isSkip(each)).map(printAlternative);
  // Without any, some would expect nothing and others everything.
  if (printed.length === 0 || printed.includes(""))
    throw new RangeError("`or` needs alternatives, and each of them a condition");
  return `(${printed.join("|")})`;
}

function printAlternative(conditions: unknown): string {
  if (typeof conditions !== "object") return "";
  return Object.entries(conditions ?? {})
    .flatMap(([key, condition]) => printCondition(printKey(key, true), condition))
    .join(",");
}

function printCondition(key: string, condition: unknown): string[] {
  if (isSkip(condition)) return [];
  if (isIndexValue(condition)) return [printTerm(key, "eq", condition)];
  const operands = Object.entries(Object(condition) as object);
  if (operands.length === 0) throw new RangeError(`The condition on ${JSON.stringify(key)} is empty`);
  return operands.flatMap(([name, operand]) => (isSkip(operand) ? [] : [printTerm(key, name, operand)]));
}

function printTerm(key: string, name: string, operand: unknown): string {
  if (name === "exists" && typeof operand === "boolean") return operand ? key : `!${key}`;
  const symbol = Object.hasOwn(symbols, name) ? symbols[name] : undefined;
  // A list may be empty: nothing is in it.
  const isList = name === "in" || name === "notIn";
  if (isList && isValuesOf(operand)) return `${key}${name === "in" ? " in " : " notin "}${operand["~selects"]}`;
  const operands: readonly unknown[] = isList && Array.isArray(operand) ? operand : [operand];
  if (symbol === undefined || !operands.every(isIndexValue))
    throw new RangeError(`The condition on ${JSON.stringify(key)} cannot use ${name}: ${String(operand)}`);
  return `${key}${symbol}${printValues(operands.map(textOf))}`;
}

/** Known by its member, so that two copies of this package know each other's. */
function isValuesOf(value: unknown): value is ValuesOf<IndexValue> {
  return typeof value === "object" && value !== null && "~selects" in value;
}

function isIndexValue(value: unknown): value is IndexValue {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" || typeof value === "boolean" || value instanceof Date;
}

function textOf(value: IndexValue): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
