import type { ObjectColumn, SortKey } from "../list-plan.js";

/** The columns of every model's table, as fields to select and sort by. */
export const nameColumn: ObjectColumn = { in: "object", column: "name", type: "string" };
const createdColumn: ObjectColumn = { in: "object", column: "created_at", type: "timestamp" };

/** Whether every object has a value in `column`. */
export function isAlwaysPresent({ column }: ObjectColumn): boolean {
  return column === nameColumn.column || column === createdColumn.column;
}

/** Whether one index has all that an order sorts by. Each begins with a column and ends with the name. */
export function isInIndex([first, second, ...others]: readonly SortKey[]): boolean {
  if (first === undefined || first.field.column === nameColumn.column) return true;
  return second?.field.column === nameColumn.column && others.length === 0;
}

/** Whether that index has its rows in the order, so that none are sorted. Times of creation descend in theirs, all else ascends. */
export function isIndexOrder([first, second]: readonly SortKey[]): boolean {
  if (first === undefined || first.field.column === nameColumn.column) return true;
  return second?.descending === false && first.descending === (first.field.column === createdColumn.column);
}
