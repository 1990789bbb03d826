import type { Operator, Requirement, SelectorTerm } from "../selector/requirement.js";
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
 * The terms of conditions by key.
 * @throws {RangeError} where a condition is empty: left out in silence it would select more than was meant.
 */
export function termsOf(conditions: Conditions): SelectorTerm[] {
  return Object.entries(conditions).flatMap(([key, condition]): SelectorTerm[] =>
    isGroup(key, condition) ? [groupOf(condition)] : requirementsOf(key, condition),
  );
}

/** The keys that conditions name, those of alternatives included. */
export function keysOf(conditions: Conditions): readonly string[] {
  return Object.entries(conditions).flatMap(([key, condition]) =>
    isGroup(key, condition) ? condition.flatMap((all) => (isSkip(all) ? [] : Object.keys(Object(all)))) : [key],
  );
}

/** An index may be called `or` too, but no condition on an index is a list. */
function isGroup(key: string, condition: unknown): condition is readonly unknown[] {
  return key === "or" && Array.isArray(condition);
}

function groupOf(alternatives: readonly unknown[]): SelectorTerm {
  const anyOf = alternatives
    .filter((alternative) => !isSkip(alternative))
    .map((alternative) =>
      typeof alternative === "object"
        ? Object.entries(alternative ?? {}).flatMap(([key, condition]) => requirementsOf(key, condition))
        : [],
    );
  // Without any, some would expect nothing and others everything.
  if (anyOf.length === 0) throw new RangeError("`or` has no alternatives: leave it out to select by the rest alone");
  if (anyOf.some((all) => all.length === 0))
    throw new RangeError("An alternative of `or` has no conditions, so it would hold for everything");
  return { anyOf };
}

function requirementsOf(key: string, condition: unknown): Requirement[] {
  if (isSkip(condition)) return [];
  if (isIndexValue(condition)) return [{ key, operator: "in", values: [textOf(condition)] }];
  const operands = Object.entries(Object(condition) as Conditions);
  if (operands.length === 0) throw new RangeError(`The condition on ${JSON.stringify(key)} is empty`);
  return operands.flatMap(([name, operand]) => (isSkip(operand) ? [] : [requirementOf(key, name, operand)]));
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
