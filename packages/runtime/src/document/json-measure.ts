/** How many lists and objects of a body, and with it of a stored object, may be inside one another. What walks objects may recurse. */
export const JSON_MAX_DEPTH = 100;

export interface JsonMeasure {
  /** Scalars, lists and objects, the value itself included. */
  readonly values: number;
  /** Lists and objects that are inside one another, the value itself included; 0 for a scalar. */
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
