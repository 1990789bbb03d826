/** How deep a body, and with it a stored object, may be nested. What walks objects may therefore recurse. */
export const JSON_MAX_DEPTH = 100;

export interface JsonMeasure {
  /** Scalars, lists and objects, the value itself included. */
  readonly values: number;
  /** Levels below the value; 0 for a scalar and for an empty list or object. */
  readonly depth: number;
}

/** Measures a JSON value of any depth, without recursion. */
export function measureJson(value: unknown): JsonMeasure {
  let level: unknown[] = [value];
  let values = 0;
  let depth = -1;
  while (level.length > 0) {
    values += level.length;
    depth += 1;
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return { values, depth };
}
