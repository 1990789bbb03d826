import type { IndexCatalog, IndexColumn } from "../sql/index-catalog.js";
import type { SqliteDatabase } from "./database.js";

interface IndexListRow {
  readonly name: string;
  readonly partial: 0 | 1;
}

interface KeyRow {
  readonly name: string;
  readonly desc: 0 | 1;
}

/**
 * Reads the indexes of a database. If several start with a column, the longest is used, because it contains tie-breakers. Every index ends in the
 * id of the row.
 */
export function readIndexCatalog(database: SqliteDatabase): IndexCatalog {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
  const indexes = new Map<string, { readonly name: string; readonly columns: readonly IndexColumn[] }>();
  for (const table of tables) {
    for (const { name, partial } of database
      .prepare("SELECT * FROM pragma_index_list(?)")
      .all(table) as IndexListRow[]) {
      const columns = (
        database
          .prepare(
            `SELECT coalesce(name, 'id') AS name, "desc" FROM pragma_index_xinfo(?) WHERE key OR cid = -1 ORDER BY seqno`,
          )
          .all(name) as KeyRow[]
      ).map((key) => ({ name: key.name, descending: key.desc === 1 }));
      const key = keyOf(table, columns[0]?.name ?? "");
      if (partial === 0 && columns.length > (indexes.get(key)?.columns.length ?? 0))
        indexes.set(key, { name, columns });
    }
  }
  return {
    indexOf: (table, column) => indexes.get(keyOf(table, column))?.name,
    columnsOf: (table, column) => indexes.get(keyOf(table, column))?.columns ?? [],
  };
}

function keyOf(table: string, column: string): string {
  return `${table}\0${column}`;
}
