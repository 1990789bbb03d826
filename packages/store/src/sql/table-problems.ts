import type { StoredModel } from "../stored-model.js";
import type { DatabaseReads } from "./database-snapshot.js";
import { columnTypes, type SqlDialect } from "./dialect.js";
import { type Fragment, sql } from "./sql.js";

/** What a column holds, the same on both databases. No table of a service has a column of another type. */
type Contents = "text" | "whole numbers" | "numbers" | "booleans" | "bytes" | "something else";

const contentsOfTypes: Readonly<Record<string, Contents>> = {
  text: "text",
  "character varying": "text",
  bigint: "whole numbers",
  integer: "whole numbers",
  real: "numbers",
  "double precision": "numbers",
  boolean: "booleans",
  bytea: "bytes",
  blob: "bytes",
};

function contentsOf(type: string): Contents {
  return contentsOfTypes[type] ?? "something else";
}

/** A column that a release needs. */
interface NeededColumn {
  readonly column: string;
  readonly contents: Contents;
  readonly unique?: boolean;
  /** The index of the model whose values it holds. */
  readonly index?: string;
}

type NeededTables = ReadonlyMap<string, readonly NeededColumn[]>;

const columns = (contents: Contents, ...names: readonly string[]): readonly NeededColumn[] =>
  names.map((column) => ({ column, contents }));

/** The columns of every model's tables, and the tables that every service has. */
const objectColumns = [
  ...columns("whole numbers", "id", "version", "schema", "created_at", "deleted_at"),
  { column: "name", contents: "text", unique: true } as const,
  ...columns("text", "uid"),
  ...columns("bytes", "data"),
];
const labelColumns = [...columns("whole numbers", "object_id"), ...columns("text", "key", "value")];
const systemTables: NeededTables = new Map([
  [
    "cmgen_changes",
    [
      ...columns("whole numbers", "revision", "at", "object_id", "mark"),
      ...columns("text", "type", "group", "plural", "name"),
      ...columns("bytes", "data", "previous"),
    ],
  ],
  [
    "cmgen_indexes",
    [...columns("text", "table", "index", "fingerprint", "state"), ...columns("whole numbers", "position")],
  ],
  ["cmgen_revision", columns("whole numbers", "id", "revision", "mark")],
]);

/** Of services with subscriptions. */
const subscriptionColumns = [...columns("text", "uid"), ...columns("whole numbers", "revision", "mark")];

/** Of services with tenants. */
const tenantColumns = [
  { column: "name", contents: "text", unique: true } as const,
  ...columns("text", "state", "release", "problem"),
  ...columns("whole numbers", "created_at", "due_at"),
];

/** A column that a database has. */
interface FoundColumn {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  /** Whether the database refuses a value that another row has in this column. On SQLite 0 or 1. */
  readonly unique: boolean | number | bigint;
}

/** The columns of tables; none of a table that does not exist. */
const catalogs: Readonly<Record<SqlDialect["name"], (tables: readonly string[]) => Fragment>> = {
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

/**
 * Compares a database's tables with what models need: tables, columns, their types and unique indexes. Further tables and columns are not
 * reported: they may be those of a later release.
 *
 * @returns the end of a sentence for each difference.
 */
export async function tableProblems(
  database: DatabaseReads,
  models: readonly StoredModel[],
  { isSubscribed = false, hasTenants = false }: { readonly isSubscribed?: boolean; readonly hasTenants?: boolean } = {},
): Promise<readonly string[]> {
  const needed = neededTables(models);
  if (isSubscribed) needed.set("cmgen_subscriptions", subscriptionColumns);
  if (hasTenants) needed.set("cmgen_tenants", tenantColumns);
  const rows = await database.rows<FoundColumn>(catalogs[database.dialect.name]([...needed.keys()]));
  return [...needed].flatMap(([table, wanted]) => {
    const there = new Map(rows.filter((row) => row.table === table).map((row) => [row.column, row]));
    if (there.size === 0) return [`there is no table ${table}`];
    return wanted.flatMap((column) => columnProblems(table, column, there.get(column.column)));
  });
}

function neededTables(models: readonly StoredModel[]): Map<string, readonly NeededColumn[]> {
  const needed = new Map(systemTables);
  const add = (table: string, more: readonly NeededColumn[]): void =>
    void needed.set(table, [...(needed.get(table) ?? []), ...more]);
  for (const { table, labelTable, indexes } of models) {
    // Versions of a kind share them.
    if (!needed.has(table)) add(table, objectColumns);
    if (!needed.has(labelTable)) add(labelTable, labelColumns);
    for (const index of indexes) {
      const values = { contents: contentsOf(columnTypes[index.type]), unique: index.unique, index: index.name };
      if (!index.multi) add(table, [{ ...values, column: index.column }]);
      else add(index.table, [...columns("whole numbers", "object_id"), { ...values, column: "value" }]);
    }
  }
  return needed;
}

function columnProblems(
  table: string,
  { column, contents, unique, index }: NeededColumn,
  found: FoundColumn | undefined,
): readonly string[] {
  const what = `the column ${column} of the table ${table}${index === undefined ? "" : ` (index ${index})`}`;
  if (found === undefined) return [`there is no ${what.slice("the ".length)}`];
  const held = contentsOf(found.type);
  if (held !== contents) return [`${what} holds ${held}; it must hold ${contents}`];
  if (unique === true && !found.unique) return [`${what} has no unique index; it must have one`];
  return [];
}
