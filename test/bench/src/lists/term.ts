/** The types of terms that the matrix combines. */
export const termTypes = ["label", "equality", "range", "prefix", "multi", "notin", "absent"] as const;
export type TermType = (typeof termTypes)[number];

/** One term of a selector, with what is expected of it. */
export interface Term {
  readonly type: TermType;
  readonly on: "label" | "field";
  /** A label's key, or a field such as `spec.age`. */
  readonly key: string;
  readonly test: "in" | "notIn" | "absent" | ">=" | "<" | "startsWith";
  readonly values: readonly (string | number)[];
  /** The part of the objects that it matches, from 0 to 1. */
  readonly share: number;
  /** Alternatives, of which an object must match one, in the place of a test of values. */
  readonly any?: readonly (readonly Term[])[];
  /** SQL for the values, where they are those of other objects. */
  readonly among?: string;
}

/** The term as a client writes it. */
export function printTerm({ key, test, values }: Term): string {
  const [first = ""] = values;
  const list = values.join(",");
  switch (test) {
    case "in":
      return values.length === 1 ? `${key}=${first}` : `${key} in (${list})`;
    case "notIn":
      return values.length === 1 ? `${key}!=${first}` : `${key} notin (${list})`;
    case "absent":
      return `!${key}`;
    case "startsWith":
      return `${key}^=${first}`;
    default:
      return `${key}${test}${first}`;
  }
}
