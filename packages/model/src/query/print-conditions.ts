import { printKey, printValues } from "../selector/print-term.js";
import { isAlternatives } from "./alternatives.js";
import type { IndexValue } from "./condition.js";
import { isValuesOf } from "./own-values.js";
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
  contains: " contains ",
};

/**
 * The selector of conditions by key.
 * @throws {RangeError} where a condition is empty: left out in silence it would select more than was meant.
 */
export function printConditions(conditions: object, isAlternative = false): string {
  return Object.entries(conditions)
    .flatMap(([key, condition]) =>
      !isAlternative && isAlternatives(key, condition)
        ? [printGroup(condition)]
        : printCondition(printKey(key, isAlternative), condition),
    )
    .join(",");
}

function printGroup(alternatives: readonly unknown[]): string {
  // Without any, some would expect nothing and others everything.
  if (alternatives.length === 0) throw new RangeError("`or` has no alternatives; write `or: skip` to leave it out");
  const printed = alternatives.flatMap((each, place) => {
    if (isSkip(each)) return [];
    const text = typeof each === "object" && each !== null ? printConditions(each, true) : "";
    if (text === "")
      throw new RangeError(`Alternative ${place} of \`or\` has no conditions: every object would match it`);
    return [text];
  });
  if (printed.length === 0) throw new RangeError("`or` leaves out all its alternatives; write `or: skip` for that");
  return `(${printed.join("|")})`;
}

function printCondition(key: string, condition: unknown): string[] {
  if (isSkip(condition)) return [];
  if (isIndexValue(condition)) return [printTerm(key, "eq", condition)];
  if (isValuesOf(condition))
    throw new RangeError(`The condition on ${JSON.stringify(key)} takes valuesOf(…) as \`in\` or as \`notIn\``);
  const operands = Object.entries(Object(condition) as object);
  if (operands.length === 0) throw new RangeError(`The condition on ${JSON.stringify(key)} is empty`);
  return operands.flatMap(([name, operand]) => (isSkip(operand) ? [] : [printTerm(key, name, operand)]));
}

function printTerm(key: string, name: string, operand: unknown): string {
  if (name === "exists" && typeof operand === "boolean") return operand ? key : `!${key}`;
  const isList = Array.isArray(operand);
  // Every object has all of no values: that is a mistake, as an empty condition is.
  if (name === "all" && isList && operand.length > 0)
    return operand.map((value) => printTerm(key, "eq", value)).join(",");
  const symbol = Object.hasOwn(symbols, name) ? symbols[name] : undefined;
  // No object has one of no values.
  const takesList = name === "in" || name === "notIn";
  if (takesList && isValuesOf(operand)) return `${key}${name === "in" ? " in " : " notin "}${operand["~selects"]}`;
  const operands: readonly unknown[] = takesList && isList ? operand : [operand];
  if (symbol === undefined || !operands.every(isIndexValue))
    throw new RangeError(`The condition on ${JSON.stringify(key)} cannot use ${name}: ${String(operand)}`);
  return `${key}${symbol}${printValues(operands.map(textOf))}`;
}

function isIndexValue(value: unknown): value is IndexValue {
  return Number.isFinite(value) || typeof value === "string" || typeof value === "boolean" || value instanceof Date;
}

function textOf(value: IndexValue): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
