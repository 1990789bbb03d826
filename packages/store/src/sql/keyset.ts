import type { KeysetPosition, ObjectColumn, SortKey } from "../list-plan.js";
import { sql, type Fragment } from "./sql.js";

/** Grows with each creation: what the database numbers rows with is never given twice. */
export const creationOrder: ObjectColumn = { in: "object", column: "id", type: "integer" };

/** Columns of every model's table in which every object has a value. */
const ALWAYS_PRESENT: ReadonlySet<string> = new Set(["name", "created_at", creationOrder.column]);

/** Whether every object has a value in a column. */
export function isAlwaysPresent({ column }: ObjectColumn): boolean {
  return ALWAYS_PRESENT.has(column);
}

type KeyTest = "=" | "<" | ">" | "null" | "notNull";

/**
 * A segment of a sort order, by conditions on its first keys. All keys of a segment but the last are equal, so a database can walk it in an
 * index from end to end.
 */
export interface KeysetSegment {
  readonly tests: readonly KeyTest[];
}

/**
 * The segments, in order, that contain everything after `position`. One condition with `OR` would mean the same, but neither database can walk
 * an index by that.
 */
export function keysetSegments(sort: readonly SortKey[], position: KeysetPosition): readonly KeysetSegment[] {
  const equal = position.map((value): KeyTest => (value === null ? "null" : "="));
  return sort
    .map((key, depth) =>
      testsAfter(key, position[depth] ?? null).map((test) => ({ tests: [...equal.slice(0, depth), test] })),
    )
    .reverse()
    .flat();
}

/** Absent values come first in ascending order and last in descending. */
function testsAfter({ field, descending }: SortKey, value: KeysetPosition[number]): readonly KeyTest[] {
  if (!descending) return value === null ? ["notNull"] : [">"];
  if (value === null) return [];
  return isAlwaysPresent(field) ? ["<"] : ["<", "null"];
}

/** The conditions on the sort keys' columns; `value` returns the placeholder for the position's value of a key. */
export function segmentConditions(
  { tests }: KeysetSegment,
  columns: readonly Fragment[],
  value: (key: number) => Fragment,
): readonly Fragment[] {
  return tests.map((test, key) => {
    const column = columns[key] ?? sql`NULL`;
    if (test === "null") return sql`${column} IS NULL`;
    return test === "notNull" ? sql`${column} IS NOT NULL` : sql`${column} ${sql.raw(test)} ${value(key)}`;
  });
}
