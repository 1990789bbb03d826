import { compareCodePoints } from "../text/compare-code-points.js";
import { containsWords } from "../text/search-words.js";
import type { Requirement, SelectorTerm } from "./requirement.js";

/** What an index holds, compared as its type says: strings by code point, numbers as numbers. */
export type Comparable = string | number | bigint | boolean;

const orders = {
  ">": (order: number) => order > 0,
  ">=": (order: number) => order >= 0,
  "<": (order: number) => order < 0,
  "<=": (order: number) => order <= 0,
} as const;

/**
 * Whether a key with the values `actual` (none where it is absent) meets the requirement. `notIn` holds exactly where `in` does
 * not, so also for an absent key. `contains` wants all words of a text among the values, which are words. Of several values one is enough for
 * the other operators. Values of both sides are of one type.
 */
export function matchesRequirement<Value extends Comparable>(
  { operator, values }: Pick<Requirement<Value>, "operator" | "values">,
  actual: readonly Value[],
): boolean {
  switch (operator) {
    case "in":
      return actual.some((value) => values.includes(value));
    case "notIn":
      return !actual.some((value) => values.includes(value));
    case "exists":
      return actual.length > 0;
    case "absent":
      return actual.length === 0;
    case "contains": {
      const words = actual.map(String);
      return values.some((wanted) => containsWords(words, String(wanted)));
    }
    case "among":
    case "notAmong":
      throw new TypeError("Only a database knows the values of other objects");
    default:
      return actual.some((value) => values.some((wanted) => holds(operator, value, wanted)));
  }
}

/** Whether `labels` meet every requirement. */
export function matchesLabels(
  requirements: readonly Requirement[],
  labels: Readonly<Record<string, string>> = {},
): boolean {
  return matchesFields(requirements, (key) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    return value === undefined ? [] : [value];
  });
}

/** Whether an object meets every term on its fields; `valuesOf` gives the values of an index for it. */
export function matchesFields<Value extends Comparable>(
  terms: readonly SelectorTerm<Value>[],
  valuesOf: (field: string) => readonly Value[],
): boolean {
  return terms.every((term) =>
    "anyOf" in term
      ? term.anyOf.some((all) => matchesFields(all, valuesOf))
      : matchesRequirement(term, valuesOf(term.key)),
  );
}

/** Orders two values of one type: negative, zero or positive. Strings go by code point, `false` comes before `true`. */
export function compareValues(left: Comparable, right: Comparable): number {
  if (typeof left === "string" && typeof right === "string") return compareCodePoints(left, right);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function holds(operator: keyof typeof orders | "startsWith", value: Comparable, wanted: Comparable): boolean {
  if (operator === "startsWith") return String(value).startsWith(String(wanted));
  return orders[operator](compareValues(value, wanted));
}
