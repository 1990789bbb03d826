/** The depth of nested lists and objects in a body, and so in a stored object. It is small enough for recursion. */
export const JSON_MAX_DEPTH = 100;

export interface JsonMeasure {
  /** Scalars, lists and objects, the value itself included. */
  readonly values: number;
  /** The depth of nested lists and objects, including the value itself; 0 for a scalar. */
  readonly levels: number;
}

/** Measures a JSON value of any depth, without recursion. */
export function measureJson(value: unknown): JsonMeasure {
  let level: readonly unknown[] = [value];
  let values = 0;
  let levels = 0;
  while (level.length > 0) {
    values += level.length;
    const nested = level.filter((item) => typeof item === "object" && item !== null);
    if (nested.length > 0) levels += 1;
    level = nested.flatMap((item) => Object.values(item));
  }
  return { values, levels };
}

/** Counts the values of a JSON value and the names of members, as the limit of a body does. */
export function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  const items: readonly unknown[] = Object.values(value);
  const names = Array.isArray(value) ? 0 : items.length;
  return items.reduce((count: number, item) => count + countValues(item), 1 + names);
}
