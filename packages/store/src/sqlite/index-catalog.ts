import type { IndexCatalog } from "../sql/list-statement.js";
import type { SqliteDatabase } from "./database.js";

interface IndexListRow {
  readonly name: string;
  readonly partial: 0 | 1;
}

/** Reads the indexes of a database. If several start with a column, the longest is used, because it contains tie-breakers. */
export function readIndexCatalog(database: SqliteDatabase): IndexCatalog {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
  const indexes = new Map<string, { readonly name: string; readonly columns: number }>();
  for (const table of tables) {
    for (const { name, partial } of database
      .prepare("SELECT * FROM pragma_index_list(?)")
      .all(table) as IndexListRow[]) {
      const columns = database.prepare("SELECT name FROM pragma_index_info(?)").pluck().all(name) as (string | null)[];
      const key = keyOf(table, columns[0] ?? "");
      if (partial === 0 && columns.length > (indexes.get(key)?.columns ?? 0))
        indexes.set(key, { name, columns: columns.length });
    }
  }
  return { indexOf: (table, column) => indexes.get(keyOf(table, column))?.name };
}

function keyOf(table: string, column: string): string {
  return `${table}\0${column}`;
}
