import type { ObjectColumn } from "../list-plan.js";

/** The columns of every model's table, as fields to select and sort by. */
const nameColumn: ObjectColumn = { in: "object", column: "name", type: "string" };
/** Grows with each creation: what the database numbers rows with is never given twice. */
export const creationOrder: ObjectColumn = { in: "object", column: "id", type: "integer" };
const createdColumn: ObjectColumn = { in: "object", column: "created_at", type: "timestamp" };

/** Whether every object has a value in `column`. */
export function isAlwaysPresent({ column }: ObjectColumn): boolean {
  return column === nameColumn.column || column === createdColumn.column || column === creationOrder.column;
}
