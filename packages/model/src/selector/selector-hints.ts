/** How alternatives are written, for those who have written them in another way. */
const ALTERNATIVES_HINT = "alternatives are written in parentheses: (a=1|b=2)";

/** What a selector seems to mean where it cannot be read: the end of a complaint, or nothing. */
export function hintAt(text: string, at: number): string {
  return /^(\||or\b)/i.test(text.slice(at, at + 3)) ? `; ${ALTERNATIVES_HINT}` : "";
}

const operators: readonly string[] = ["in", "notin", "contains"];

/** The hint for a word in the place of an operator. */
export function operatorHint(word: string): string {
  const meant = operators.find((operator) => operator === word.toLowerCase());
  if (meant !== undefined) return `; operators are written in lower case: ${meant}`;
  return hintAt(word, 0);
}

/** The hint for what stands behind `in` or `notin` and is neither a list nor the values of other objects. */
export function valuesHint(after: string, word: string): string {
  const { resource, key } = /^(?<resource>[^.]+)\.(?<key>(?:spec|metadata|status)\..+)$/.exec(word)?.groups ?? {};
  if (resource !== undefined && key !== undefined)
    return `; the values of other objects are written with parentheses behind the resource: ${after} ${resource}(…).${key}`;
  return `; a list is written in parentheses: ${after} (${word})`;
}

/** `follows(…).spec.followee` as far as it shows what is meant. */
const SELECTED_VALUES = /^[a-z][a-z0-9.-]*\([^()]*\)\.[^\s,()]/;

/** The complaint about the values of other objects behind an operator that does not take them; undefined where `rest` has none. */
export function selectedValuesProblem(rest: string, key: string, symbol: string): string | undefined {
  if (!SELECTED_VALUES.test(rest)) return undefined;
  const word = symbol === "!=" ? "notin" : "in";
  return `${symbol} takes a value; the values of other objects are selected by ${word}: ${key} ${word} ${rest.slice(0, rest.indexOf("("))}(…)`;
}

/** Another term behind a bar, an `or`, an `and` or the like: `!`, its key, and the beginning of its operator. */
const OTHER_TERM = /(\||&&?|;|\s(?:or|and)\s)\s*(!?)([^\s,()=!<>^"|&;]+)\s*(=|!=|[<>]|\^=|(?:in|notin|contains)\s|$)/gi;

/**
 * What a plain value seems to mean that holds another term, such as `1|b=2` and `1 and b=2`, or is in single quotes; undefined where it is a value.
 * Outside of a group it is text like any other.
 *
 * @param isKey whether there is an index of a name.
 */
export function hintWithin(value: string, isKey: (name: string) => boolean): string | undefined {
  if (/^'.*'$/.test(value)) return "values are quoted by double quotes";
  for (const [, joint = "", absent = "", key = "", operator = ""] of value.matchAll(OTHER_TERM))
    if (isKey(key) && (absent === "!") === (operator === ""))
      return /\||or/i.test(joint) ? ALTERNATIVES_HINT : "terms are joined by commas: a=1,b=2";
  return undefined;
}
