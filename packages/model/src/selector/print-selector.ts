import type { Operator, Requirement } from "./requirement.js";

/** Keys cannot be quoted: these are the ones a selector can write. */
const WRITABLE_KEY = /^[^ \t\r\n,()=!<>^"]+$/;

/** Values that mean the same with and without quotes. */
const PLAIN_VALUE = /^[^\s\p{Cc},()="][^\s\p{Cc},()"]*$/u;

const symbols: Readonly<Record<Exclude<Operator, "exists" | "absent">, string>> = {
  in: "=",
  notIn: "!=",
  ">": ">",
  ">=": ">=",
  "<": "<",
  "<=": "<=",
  startsWith: "^=",
};

/**
 * The text of a selector; parsing it gives the same requirements again. No requirements make the empty text, which selects everything.
 * @throws {RangeError} where a key has a character that selectors cannot write, or an operator has not the values it needs.
 */
export function printSelector(requirements: readonly Requirement[]): string {
  return requirements.map(printRequirement).join(",");
}

function printRequirement({ key, operator, values }: Requirement): string {
  if (!WRITABLE_KEY.test(key)) throw new RangeError(`A selector cannot name the key ${JSON.stringify(key)}`);
  if (operator === "exists") return key;
  if (operator === "absent") return `!${key}`;
  return `${key}${symbols[operator]}${printValues(operator, values)}`;
}

function printValues(operator: Operator, values: readonly string[]): string {
  const printed = values.map(printValue).join(",");
  if (values.length === 1) return printed;
  if (operator === "in" || operator === "notIn") return `(${printed})`;
  throw new RangeError(`The operator ${operator} takes one value, not ${values.length}`);
}

function printValue(value: string): string {
  return PLAIN_VALUE.test(value) ? value : JSON.stringify(value);
}
