import type { IndexValueType } from "../index-value.js";
import type { IdSet } from "./id-set.js";
import { readIdText, readIdWords } from "./packed-ids.js";
import { type Fragment, type PlaceholderSpelling, quoteName, sql, type SqlScalar, type SqlValue } from "./sql.js";

/** The differences between the two databases' SQL. */
export interface SqlDialect extends PlaceholderSpelling {
  readonly name: "sqlite" | "postgresql";
  /** Whether one parameter can hold a list. */
  readonly arrays: boolean;
  /** Direction of a sort key: absent values are the smallest everywhere (HTTP API, Lists). */
  direction(descending: boolean, isAlwaysPresent: boolean): Fragment;
  /** A value as the driver expects it. */
  encode(value: SqlScalar): SqlScalar;
  /** Reads stored bytes: as text if the driver reads that faster. */
  readonly data: (column: Fragment) => Fragment;
  /** A parameter that holds a list of values of a type. Only where {@link arrays} holds. */
  list(parameter: Fragment, type: IndexValueType): Fragment;
  /** A parameter of one of PostgreSQL's types, where it does not get that of a column. */
  typed(parameter: Fragment, type: string): Fragment;
  /** Tells other processes the newest revision, when the transaction is committed. */
  readonly notify: (revision: Fragment) => Fragment;
  /** Ends a query that locks the rows `o` against changes, where other transactions can run at the same time. */
  readonly lockRows: Fragment;
  /** Null-safe: `column` has another value or none. */
  isOther(column: Fragment, value: Fragment): Fragment;
  /** A join that keeps the order of its left side. */
  readonly join: Fragment;
  /** Ends a subquery that is to be run for each row: PostgreSQL may join others, which loses the order, or reads far more than the few rows need. */
  readonly perRow: Fragment;
  /** Whether lists read the bytes of objects by id, after they know which. PostgreSQL might lose the order in between. */
  readonly readsLate: boolean;
  /** A number of rows in `LIMIT` or `OFFSET`. */
  rowCount(parameter: Fragment): Fragment;
  /** Ends a subquery whose order must be kept. SQLite ignores the order of a subquery without a limit, as SQL allows. */
  readonly noLimit: Fragment;
  /** Whether a statement costs a round trip to a server, so that statements are sent together. */
  readonly isRemote: boolean;
  /** True for the objects that the running list selects: the function is called with each id. Only where that costs less than the filters. */
  readonly isSelected?: (id: Fragment) => Fragment;
  /** Selects the ids of rows in a compact form. {@link readIds} makes a set of the first column. */
  selectIds(id: Fragment, rows: Fragment): Fragment;
  readIds(packed: readonly unknown[]): IdSet;
  /** The rows `o` of a table that have these ids, each looked up in the table's key, once. Where {@link arrays} holds, the ids are an array. */
  rowsById(ids: Fragment, table: Fragment): Fragment;
  /** Ids as one value. */
  encodeIds(ids: readonly number[]): SqlValue;
  /**
   * Conditions that hold for every row and end the statement when its time is up; none where the server limits the time. One row in
   * `rowsPerCall`, a power of two, looks at the clock: by default {@link ROWS_PER_CALL}.
   */
  inTime(id: Fragment, rowsPerCall?: number): readonly Fragment[];
  /** What makes the next id of a table one behind its greatest, where ids were given to rows; SQLite does so by itself. */
  idsFollow(table: string): readonly Fragment[];
  /** Selects an estimate of a table's rows, as `size`, without counting. */
  tableSize(table: string): Fragment;
  /** Selects the names of the columns of the table that a parameter names, as `name`: no rows if there is no such table. */
  tableColumns(table: Fragment): Fragment;
}

/** The bytes of an object, as {@link SqlDialect.data} reads them. */
export function readBytes(data: Uint8Array | string): Uint8Array {
  return typeof data === "string" ? Buffer.from(data) : data;
}

/**
 * An SQL function of connections that read lists. It throws when the statement's time is up. It is called for one row in sixteen: that takes a
 * twentieth of a walk's time. For one row in eight it took a sixth.
 */
export const IN_TIME = "cmgen_in_time";

/** Which rows call {@link IN_TIME}: one in sixteen. */
export const ROWS_PER_CALL = 16;

/** An SQL function that is true for the ids of objects that the running list selects. It throws as {@link IN_TIME} does. */
export const IS_SELECTED = "cmgen_is_selected";

/** SQLite has no booleans; it stores 0 and 1. */
export const sqliteDialect: SqlDialect = {
  name: "sqlite",
  placeholder: () => "?",
  hasSchemas: false,
  arrays: false,
  direction: (descending) => (descending ? sql`DESC` : sql`ASC`),
  encode: (value) => (typeof value === "boolean" ? Number(value) : value),
  data: (column) => column,
  list: () => {
    throw new TypeError("SQLite cannot bind a list to a parameter");
  },
  typed: (parameter) => parameter,
  notify: () => sql`NULL`,
  lockRows: sql``,
  isOther: (column, value) => sql`${column} IS NOT ${value}`,
  join: sql`CROSS JOIN`,
  perRow: sql``,
  readsLate: true,
  // With a bare parameter SQLite would compile the statement again at each run, to plan by its value.
  rowCount: (parameter) => sql`(${parameter} + 0)`,
  noLimit: sql` LIMIT -1`,
  isRemote: false,
  isSelected: (id) => sql`${sql.raw(IS_SELECTED)}(${id})`,
  // One row for each id takes twice as long to read.
  selectIds: (id, rows) => sql`SELECT CAST(group_concat(${id}) AS BLOB) AS ids FROM ${rows}`,
  readIds: ([text]) => readIdText((text as Uint8Array | null) ?? new Uint8Array()),
  rowsById: (ids, table) => sql`json_each(${ids}) AS i CROSS JOIN ${table} AS o ON o.id = i.value`,
  encodeIds: (ids) => JSON.stringify(ids),
  inTime: (id, rowsPerCall = ROWS_PER_CALL) => [sql`(${id} & ${sql.lit(rowsPerCall - 1)} OR ${sql.raw(IN_TIME)}())`],
  idsFollow: () => [],
  // Ids are never reused, so the greatest is at least the number of rows.
  tableSize: (table) => sql`SELECT coalesce(max(id), 0) AS size FROM ${sql.table(table)}`,
  tableColumns: (table) => sql`SELECT name FROM pragma_table_info(${table})`,
};

/** PostgreSQL's types of the columns of index values. */
export const columnTypes: Readonly<Record<IndexValueType, string>> = {
  string: "text",
  integer: "bigint",
  int64: "bigint",
  timestamp: "bigint",
  number: "double precision",
  boolean: "boolean",
};

/** The channel on which processes notify each other of changes. Each schema has one; a schema's own name may be too long for a channel. */
export function changesChannel(schema: Fragment): Fragment {
  return sql`('cmgen_changes_' || md5(${schema}))`;
}

/** A table of the store's schema as a `regclass`; null if there is none. */
export function tableClass(name: Fragment): Fragment {
  return sql`to_regclass(quote_ident(${sql.schema()}) || '.' || quote_ident(${name}))`;
}

/** The sequence of a table's ids. */
export function idSequence(table: string): Fragment {
  return sql`pg_get_serial_sequence(quote_ident(${sql.schema()}) || ${sql.lit(`.${quoteName(table)}`)}, 'id')`;
}

function readText(column: Fragment): Fragment {
  return sql`convert_from(${column}, 'UTF8')`;
}

/** pg reads bytea as hex, which is twice the bytes. Objects are UTF-8 JSON, so they are read as text. */
export const postgresDialect: SqlDialect = {
  name: "postgresql",
  placeholder: (place) => `$${place}`,
  hasSchemas: true,
  arrays: true,
  direction: (descending, isAlwaysPresent) => {
    // An index only serves its own order, and the index of a column without nulls says nothing about nulls.
    if (isAlwaysPresent) return descending ? sql`DESC` : sql`ASC`;
    return descending ? sql`DESC NULLS LAST` : sql`ASC NULLS FIRST`;
  },
  encode: (value) => value,
  data: readText,
  list: (parameter, type) => sql`${parameter}::${sql.raw(columnTypes[type])}[]`,
  typed: (parameter, type) => sql`${parameter}::${sql.raw(type)}`,
  notify: (revision) => sql`pg_notify(${changesChannel(sql.schema())}, ${revision}::text)`,
  lockRows: sql` FOR NO KEY UPDATE OF o`,
  isOther: (column, value) => sql`${column} IS DISTINCT FROM ${value}`,
  join: sql`JOIN`,
  perRow: sql` OFFSET 0`,
  readsLate: false,
  rowCount: (parameter) => parameter,
  noLimit: sql``,
  isRemote: true,
  // 64 ids in 16 bytes: with two bytes for each id, sorted into blocks, the server takes twice as long, and reading them thirty times.
  selectIds: (
    id,
    rows,
  ) => sql`SELECT string_agg(int8send(w.word) || int8send(w.bits), ''::bytea) AS ids FROM (SELECT ${id} >> 6 AS word,
 bit_or(1::bigint << (${id} & 63)::int) AS bits FROM ${rows} GROUP BY 1) AS w`,
  readIds: ([words]) => readIdWords((words as Uint8Array | null) ?? new Uint8Array()),
  // One search for all ids takes half as long as one for each, and a join of many rows might read the whole table.
  rowsById: (ids, table) => sql`(SELECT * FROM ${table} AS o WHERE o.id = ANY (${ids}) OFFSET 0) AS o`,
  // The driver would write each element by itself, between quotes, which takes five times as long: 9 ms for 20,000 ids.
  encodeIds: (ids) => `{${ids.join()}}`,
  inTime: () => [],
  idsFollow: (table) => [
    sql`SELECT setval(${idSequence(table)}, greatest(max(id), 1), max(id) IS NOT NULL) FROM ${sql.table(table)}`,
  ],
  // reltuples is -1 for a table that was never analyzed.
  tableSize: (table) => sql`SELECT CASE WHEN c.reltuples < 0 THEN (SELECT count(*) FROM ${sql.table(table)})
 ELSE c.reltuples::bigint END AS size FROM pg_class AS c WHERE c.oid = ${tableClass(sql.lit(table))}`,
  tableColumns: (table) => sql`SELECT attname AS name FROM pg_attribute
 WHERE attrelid = ${tableClass(table)} AND attnum > 0 AND NOT attisdropped`,
};
