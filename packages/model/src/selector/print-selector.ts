import type { Operator, Requirement, SelectedValues, SelectorTerm } from "./requirement.js";

/** Keys cannot be quoted: these are the ones a selector can write. */
const WRITABLE_KEY = /^[^ \t\r\n,()=!<>^"]+$/;

/** Values that mean the same with and without quotes, also among alternatives. */
const PLAIN_VALUE = /^[^\s\p{Cc},()="|][^\s\p{Cc},()"|]*$/u;

const symbols: Readonly<Record<Exclude<Operator, "exists" | "absent">, string>> = {
  among: " in ",
  notAmong: " notin ",
  in: "=",
  notIn: "!=",
  ">": ">",
  ">=": ">=",
  "<": "<",
  "<=": "<=",
  startsWith: "^=",
};

/**
 * The text of a selector; parsing it gives the same terms again. No terms make the empty text, which selects everything.
 * @throws {RangeError} where a key has a character that selectors cannot write, an operator has not the values it needs, or there are no
 * alternatives, or empty ones.
 */
export function printSelector(terms: readonly SelectorTerm[]): string {
  return terms.map((term) => ("anyOf" in term ? printGroup(term.anyOf) : printRequirement(term))).join(",");
}

function printGroup(anyOf: readonly (readonly Requirement[])[]): string {
  if (anyOf.length === 0 || anyOf.some((all) => all.length === 0))
    throw new RangeError("A selector cannot write alternatives of which there are none, or an empty one");
  for (const { key, of } of anyOf.flat()) {
    const names = of === undefined ? [key] : [key, of.resource, of.key];
    for (const name of names) if (name.includes("|")) throw new RangeError(cannotName(name));
  }
  return `(${anyOf.map((all) => all.map(printRequirement).join(",")).join("|")})`;
}

function cannotName(key: string): string {
  return `A selector cannot name the key ${JSON.stringify(key)}`;
}

function printRequirement({ key, operator, values, of }: Requirement): string {
  if (!WRITABLE_KEY.test(key)) throw new RangeError(cannotName(key));
  if (operator === "exists") return key;
  if (operator === "absent") return `!${key}`;
  return `${key}${symbols[operator]}${of === undefined ? printValues(operator, values) : printSelected(of)}`;
}

function printSelected({ resource, terms, key }: SelectedValues): string {
  for (const name of [resource, key]) if (!WRITABLE_KEY.test(name)) throw new RangeError(cannotName(name));
  return `${resource}(${printSelector(terms)}).${key}`;
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
