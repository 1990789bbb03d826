import type { IndexValueType } from "../index-value.js";
import type { PlaceholderSpelling } from "./shape.js";
import { quoteName, sql, type Fragment, type SqlScalar, type SqlValue } from "./sql.js";

/** Where the two databases' SQL differs, and nothing else. */
export interface SqlDialect extends PlaceholderSpelling {
  readonly name: "sqlite" | "postgresql";
  /** Whether one parameter can hold a list. */
  readonly arrays: boolean;
  /** Direction of a sort key: absent values are the smallest everywhere (contract, Lists). */
  direction(descending: boolean, isAlwaysPresent: boolean): Fragment;
  /** A value as the driver takes it. */
  encode(value: SqlScalar): SqlScalar;
  /** Reads stored bytes: as text where the driver is faster at that. */
  readonly data: (column: Fragment) => Fragment;
  /** A parameter that holds a list of values of a type. Only where {@link arrays} holds. */
  list(parameter: Fragment, type: IndexValueType): Fragment;
  /** Never true of an absent value's equality, and null-safe: `column` has another value or none. */
  isOther(column: Fragment, value: Fragment): Fragment;
  /** Joins that keep the order of the left side, which is gone through first. */
  readonly join: Fragment;
  /** Whether lists read the objects' bytes by id once they know which. PostgreSQL would be free to lose their order on the way. */
  readonly readsLate: boolean;
  /** A number of rows in `LIMIT` or `OFFSET`. */
  rowCount(parameter: Fragment): Fragment;
  /** Ends a subquery whose order is to be kept. SQLite forgets the order of one without a limit, as it may. */
  readonly noLimit: Fragment;
  /** Keeps the rows read from being changed by other transactions, where there can be any. */
  readonly lockRows: Fragment;
  /** Selects the ids of rows so that many of them come cheaply; {@link eachId} takes them out of the answer's first column. */
  selectIds(id: Fragment, rows: Fragment): Fragment;
  eachId(packed: readonly unknown[], use: (id: number) => void): void;
  /** Ids, encoded as one value, as rows `i` with a `value`. */
  idRows(parameter: Fragment): Fragment;
  encodeIds(ids: readonly number[]): SqlValue;
  /**
   * Holds of every row that a statement looks at, and ends the statement when its time is up: nothing, where that is the server's
   * business. An object's `data` is given where its row is read: a large one takes long.
   */
  inTime(id: Fragment, data?: Fragment): readonly Fragment[];
  /** Reads stored bytes of a list's row, which ends when its time is up. */
  readonly listData: (column: Fragment) => Fragment;
  /** Selects about how many rows a table has, as `size`, at once. */
  tableSize(table: string): Fragment;
  /** Selects the names of the columns of the table that a parameter names, as `name`: no rows if there is no such table. */
  tableColumns(table: Fragment): Fragment;
}

/**
 * The function, known to connections that read lists, that fails when a statement's time is up. It is told of an object's bytes, and asked
 * of one row in sixteen: that takes a twentieth of a walk's time, and of one in eight it took a sixth.
 */
export const IN_TIME = "cmgen_in_time";
const inTime = sql.raw(IN_TIME);

/** The function that is told, besides, of the bytes of objects that are answered with, and fails when they are too many. */
export const MAY_HOLD = "cmgen_may_hold";

/** Objects that take less time to read than to look at the clock for. */
const SMALL_BYTES = 16_384;

/** SQLite has no booleans: they are 0 and 1. */
export const sqliteDialect: SqlDialect = {
  name: "sqlite",
  placeholder: () => "?",
  arrays: false,
  direction: (descending) => (descending ? sql`DESC` : sql`ASC`),
  encode: (value) => (typeof value === "boolean" ? Number(value) : value),
  data: (column) => column,
  list: () => {
    throw new TypeError("SQLite takes no lists as parameters");
  },
  isOther: (column, value) => sql`${column} IS NOT ${value}`,
  join: sql`CROSS JOIN`,
  readsLate: true,
  // A bare parameter would make SQLite compile the statement again each time it is bound, to plan by its value.
  rowCount: (parameter) => sql`(${parameter} + 0)`,
  noLimit: sql` LIMIT -1`,
  lockRows: sql``,
  selectIds: (id, rows) => sql`SELECT ${id} FROM ${rows}`,
  eachId: (ids, use) => {
    for (const id of ids as readonly number[]) use(id);
  },
  idRows: (parameter) => sql`json_each(${parameter}) AS i`,
  encodeIds: (ids) => JSON.stringify(ids),
  // The length of bytes is known without reading them.
  inTime: (id, data = sql.lit(0)) => [sql`(${id} & 15 OR ${inTime}(length(${data})))`],
  listData: (column) =>
    sql`CASE WHEN length(${column}) < ${sql.lit(SMALL_BYTES)} OR ${sql.raw(MAY_HOLD)}(length(${column})) THEN ${column} END`,
  // Ids are never used again, so the last is at least the number of rows.
  tableSize: (table) => sql`SELECT coalesce(max(id), 0) AS size FROM ${sql.id(table)}`,
  tableColumns: (table) => sql`SELECT name FROM pragma_table_info(${table})`,
};

const arrayTypes: Record<IndexValueType, Fragment> = {
  string: sql`text[]`,
  integer: sql`bigint[]`,
  int64: sql`bigint[]`,
  timestamp: sql`bigint[]`,
  number: sql`double precision[]`,
  boolean: sql`boolean[]`,
};

function readText(column: Fragment): Fragment {
  return sql`convert_from(${column}, 'UTF8')`;
}

/** pg reads bytea as hex, twice the bytes; objects are UTF-8 JSON, so they are read as text. */
export const postgresDialect: SqlDialect = {
  name: "postgresql",
  placeholder: (place) => `$${place}`,
  arrays: true,
  direction: (descending, isAlwaysPresent) => {
    // An index serves only the order it was made in, which for a column without absent values says nothing of them.
    if (isAlwaysPresent) return descending ? sql`DESC` : sql`ASC`;
    return descending ? sql`DESC NULLS LAST` : sql`ASC NULLS FIRST`;
  },
  encode: (value) => value,
  data: readText,
  list: (parameter, type) => sql`${parameter}::${arrayTypes[type]}`,
  isOther: (column, value) => sql`${column} IS DISTINCT FROM ${value}`,
  join: sql`JOIN`,
  readsLate: false,
  rowCount: (parameter) => parameter,
  noLimit: sql``,
  lockRows: sql` FOR NO KEY UPDATE`,
  // A row each would cost ten times as much on the way.
  selectIds: (
    id,
    rows,
  ) => sql`SELECT int8send(${id} >> 16) || string_agg(int2send(((${id} & 65535) - 32768)::int2), ''::bytea) AS ids
 FROM ${rows} GROUP BY ${id} >> 16`,
  eachId: (blocks, use) => {
    for (const block of blocks as readonly Buffer[]) unpackBlock(block, use);
  },
  idRows: (parameter) => sql`unnest(${parameter}::bigint[]) AS i (value)`,
  encodeIds: (ids) => ids,
  inTime: () => [],
  listData: readText,
  // Never analyzed, a table is said to have -1 rows.
  tableSize: (table) => sql`SELECT CASE WHEN c.reltuples < 0 THEN (SELECT count(*) FROM ${sql.id(table)})
 ELSE c.reltuples::bigint END AS size FROM pg_class AS c WHERE c.oid = ${sql.lit(quoteName(table))}::regclass`,
  tableColumns: (table) => sql`SELECT attname AS name FROM pg_attribute
 WHERE attrelid = to_regclass(${table}) AND attnum > 0 AND NOT attisdropped`,
};

/** Takes out the ids of a block of 65,536: its number, and two bytes for each id. Whole ids would take four times as long to read. */
function unpackBlock(block: Buffer, use: (id: number) => void): void {
  const first = Number(block.readBigInt64BE(0)) * 65_536 + 32_768;
  for (let place = 8; place < block.length; place += 2) use(first + block.readInt16BE(place));
}
