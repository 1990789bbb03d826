import { printKey, printValues } from "./print-term.js";
import type { Operator, Requirement, SelectedValues, SelectorTerm } from "./requirement.js";

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
  contains: " contains ",
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
  return `(${anyOf.map((all) => all.map((term) => printRequirement(term, true)).join(",")).join("|")})`;
}

function printRequirement({ key, operator, values, of }: Requirement, isAlternative = false): string {
  const printed = printKey(key, isAlternative);
  if (operator === "exists") return printed;
  if (operator === "absent") return `!${printed}`;
  if (of !== undefined) return `${printed}${symbols[operator]}${printSelected(of, isAlternative)}`;
  if (values.length !== 1 && operator !== "in" && operator !== "notIn")
    throw new RangeError(`The operator ${operator} takes one value, not ${values.length}`);
  return `${printed}${symbols[operator]}${printValues(values)}`;
}

function printSelected({ resource, terms, key }: SelectedValues, isAlternative: boolean): string {
  return `${printKey(resource, isAlternative)}(${printSelector(terms)}).${printKey(key, isAlternative)}`;
}
