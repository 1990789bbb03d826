import type { Operator, Requirement } from "../selector/requirement.js";
import type { IndexValue } from "./condition.js";
import { isSkip } from "./skip.js";

type Conditions = Readonly<Record<string, unknown>>;

/** A condition's members and the operators they stand for. */
const operators: Readonly<Record<string, Operator>> = {
  eq: "in",
  ne: "notIn",
  in: "in",
  notIn: "notIn",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  startsWith: "startsWith",
};

/**
 * The requirements of conditions by key.
 * @throws {RangeError} where a condition is empty: left out in silence it would select more than was meant.
 */
export function requirementsOf(conditions: Conditions): Requirement[] {
  return Object.entries(conditions).flatMap(([key, condition]) => {
    if (isSkip(condition)) return [];
    if (isIndexValue(condition)) return [{ key, operator: "in" as const, values: [textOf(condition)] }];
    const operands = Object.entries(Object(condition) as Conditions);
    if (operands.length === 0) throw new RangeError(`The condition on ${JSON.stringify(key)} is empty`);
    return operands.flatMap(([name, operand]) => (isSkip(operand) ? [] : [requirementOf(key, name, operand)]));
  });
}

function requirementOf(key: string, name: string, operand: unknown): Requirement {
  if (name === "exists" && typeof operand === "boolean") {
    return { key, operator: operand ? "exists" : "absent", values: [] };
  }
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
  const operands: readonly unknown[] = Array.isArray(operand) ? operand : [operand];
  // A list may be empty: nothing is in it.
  const isMissing = operands.length === 0 && name !== "in" && name !== "notIn";
  if (operator === undefined || isMissing || !operands.every(isIndexValue))
    throw new RangeError(`The condition on ${JSON.stringify(key)} cannot use ${name}: ${String(operand)}`);
  return { key, operator, values: operands.map(textOf) };
}

function isIndexValue(value: unknown): value is IndexValue {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" || typeof value === "boolean" || value instanceof Date;
}

function textOf(value: IndexValue): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
