import type { DatabaseReads } from "./database-snapshot.js";
import type { SqlDialect } from "./dialect.js";
import { type Fragment, sql } from "./sql.js";

/** The type of a column, the same on both databases; `other` for a type that no table of a service has. */
export type ColumnContents = "text" | "whole" | "number" | "boolean" | "bytes" | "other";

export interface CatalogColumn {
  readonly table: string;
  readonly column: string;
  readonly contents: ColumnContents;
  /** Whether the database refuses a value that another row has in this column. */
  readonly unique: boolean;
}

interface CatalogRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  /** 0 and 1 on SQLite. */
  readonly unique: boolean | number | bigint;
}

const selections: Readonly<Record<SqlDialect["name"], (tables: readonly string[]) => Fragment>> = {
  postgresql: (tables) => sql`SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, NULL) AS type,
 EXISTS (SELECT 1 FROM pg_index AS i WHERE i.indrelid = c.oid AND i.indisunique AND i.indisvalid AND i.indpred IS NULL
  AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum) AS "unique"
 FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
 WHERE c.relkind IN ('r', 'p') AND pg_table_is_visible(c.oid) AND c.relname = ANY (${sql.value(tables)})`,
  sqlite: (tables) => sql`SELECT m.name AS "table", c.name AS "column", lower(c.type) AS type,
 EXISTS (SELECT 1 FROM pragma_index_list(m.name) AS i WHERE i."unique" AND NOT i.partial
  AND (SELECT group_concat(k.cid) FROM pragma_index_info(i.name) AS k) = c.cid || '') AS "unique"
 FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c
 WHERE m.type = 'table' AND m.name IN (SELECT value FROM json_each(${sql.value(JSON.stringify(tables))}))`,
};

/** Reads the columns of tables; none for a table that does not exist. */
export async function readCatalog(
  database: DatabaseReads,
  tables: readonly string[],
): Promise<readonly CatalogColumn[]> {
  const rows = await database.rows<CatalogRow>(selections[database.dialect.name](tables));
  return rows.map(({ table, column, type, unique }) => ({
    table,
    column,
    contents: contents[type] ?? "other",
    unique: Boolean(unique),
  }));
}

const contents: Readonly<Record<string, ColumnContents>> = {
  text: "text",
  "character varying": "text",
  bigint: "whole",
  integer: "whole",
  real: "number",
  "double precision": "number",
  boolean: "boolean",
  bytea: "bytes",
  blob: "bytes",
};
