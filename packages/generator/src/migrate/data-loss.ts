import type { Column, DatabaseSchema, Table } from "../storage/database-schema.js";
import { changedTables, type TableChange } from "./compare-schemas.js";

/**
 * What the way from one schema to another would lose, each as the end of the sentence "This migration …". Labels and index values are
 * copies of what the objects hold, so dropping them loses nothing.
 */
export function dataLosses(from: DatabaseSchema, to: DatabaseSchema): string[] {
  return changedTables(from, to).flatMap(tableLosses);
}

function tableLosses({ from, to }: TableChange): string[] {
  if (from === undefined || from.role === "copies") return [];
  const rows = from.role === "objects" ? "objects" : "rows";
  if (to === undefined) return [`drops table ${from.name} and all ${rows} in it`];
  return from.columns.flatMap((column) => columnLosses(from, column, to));
}

function columnLosses(table: Table, column: Column, to: Table): string[] {
  if (column.index !== undefined) return [];
  const after = to.columns.find(({ name }) => name === column.name);
  const name = `column ${column.name} of table ${table.name}`;
  if (after === undefined) return [`drops ${name}`];
  if (after.type !== column.type) return [`changes ${name} from ${column.type} to ${after.type}`];
  return column.nullable && !after.nullable ? [`requires ${name}, which may be empty`] : [];
}
