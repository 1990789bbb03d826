import type { IndexValue } from "./condition.js";
import { isValuesOf } from "./own-values.js";

/** A selector in its text form, made by {@link selector}: a string alone would be taken for one whatever it came from. */
export class RawSelector {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/**
 * A selector as the service reads it, for what conditions cannot say. What is interpolated is quoted, so that it is a value and nothing
 * else, wherever it comes from; a list is quoted one by one, for `in (…)`:
 *
 *     people.list({ where: selector`spec.age>=${age},spec.name in (${names})` })
 */
export function selector(
  text: TemplateStringsArray,
  ...values: readonly (IndexValue | readonly IndexValue[])[]
): RawSelector {
  return new RawSelector(text.map((part, at) => part + (at < values.length ? quoted(values[at] ?? "") : "")).join(""));
}

/**
 * Always in quotes: a plain value would end at a comma.
 *
 * @throws {TypeError} for what is not a value, which the compiler refuses where it is asked.
 */
function quoted(value: IndexValue | readonly IndexValue[]): string {
  if (value instanceof Date) return quoted(value.toISOString());
  if (isValuesOf(value))
    throw new TypeError(
      "A selector`…` takes values, and not valuesOf(…): write it as `{ in: valuesOf(…) }` in `where`",
    );
  if (typeof value === "object" && !Array.isArray(value))
    throw new TypeError("A selector`…` takes values and lists of values, and not an object");
  return typeof value === "object" ? value.map(quoted).join(",") : JSON.stringify(String(value));
}
