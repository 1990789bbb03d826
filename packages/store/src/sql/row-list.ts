import type { SqlDialect } from "./dialect.js";
import { type Fragment, type SlotFor, sql, type SqlScalar } from "./sql.js";

interface ValueColumn<Row> {
  readonly name: string;
  /** PostgreSQL's. */
  readonly type: string;
  readonly valueOf: (row: Row) => SqlScalar;
}

interface BytesColumn<Row> {
  readonly name: string;
  readonly bytesOf: (row: Row) => Uint8Array | null;
}

/** A column of rows that PostgreSQL is given with a statement. */
export type RowColumn<Row> = ValueColumn<Row> | BytesColumn<Row>;

interface RowList {
  /** Makes the rows, under the alias. */
  readonly from: Fragment;
  /** The value of each column in a row, in the order of the columns. */
  readonly values: readonly Fragment[];
}

/**
 * Gives rows to a PostgreSQL statement, each column as one parameter. A list of byte strings would be sent as text, two characters a byte: so a
 * column of bytes is one byte string and the places of the rows in it.
 */
export function rowList<Row>(
  slot: SlotFor<readonly Row[]>,
  alias: string,
  columns: readonly RowColumn<Row>[],
): RowList {
  const parts = columns.map((column) =>
    "bytesOf" in column ? bytesPart(slot, alias, column) : valuePart(slot, alias, column),
  );
  const lists = sql.join(parts.flatMap((part) => part.lists));
  const names = sql.join(parts.flatMap((part) => part.names).map((name) => sql.id(name)));
  return { from: sql`unnest(${lists}) AS ${sql.id(alias)} (${names})`, values: parts.map(({ value }) => value) };
}

/** Gives rows to a statement that is compiled for them, on either database. */
export function givenRows<Row>(
  dialect: SqlDialect,
  alias: string,
  { rows, columns }: { readonly rows: readonly Row[]; readonly columns: readonly RowColumn<Row>[] },
): RowList {
  if (dialect.arrays) return rowList((valueOf) => sql.value(valueOf(rows)), alias, columns);
  const lines = rows.map((row) => {
    const values = columns.map((column) =>
      "bytesOf" in column ? column.bytesOf(row) : dialect.encode(column.valueOf(row)),
    );
    return sql`(${sql.join(values.map(sql.value))})`;
  });
  return {
    from: sql`(VALUES ${sql.join(lines)}) AS ${sql.id(alias)}`,
    // SQLite calls them so.
    values: columns.map((_, place) => sql.id(alias, `column${place + 1}`)),
  };
}

/** What a column adds to a statement: lists, what their columns are called, and the value of a row. */
interface Part {
  readonly lists: readonly Fragment[];
  readonly names: readonly string[];
  readonly value: Fragment;
}

function valuePart<Row>(slot: SlotFor<readonly Row[]>, alias: string, { name, type, valueOf }: ValueColumn<Row>): Part {
  const list = sql`${slot((rows) => rows.map(valueOf))}::${sql.raw(type)}[]`;
  return { lists: [list], names: [name], value: sql.id(alias, name) };
}

function bytesPart<Row>(slot: SlotFor<readonly Row[]>, alias: string, { name, bytesOf }: BytesColumn<Row>): Part {
  const bytes = slot((rows) => Buffer.concat(rows.map((row) => bytesOf(row) ?? new Uint8Array())));
  const starts = slot((rows) => startsOf(rows.map((row) => bytesOf(row)?.length ?? 0)));
  const sizes = slot((rows) => rows.map((row) => bytesOf(row)?.length ?? null));
  const [start, size] = [`${name}_start`, `${name}_size`];
  return {
    lists: [sql`${starts}::int[]`, sql`${sizes}::int[]`],
    names: [start, size],
    value: sql`substring(${bytes}::bytea FROM ${sql.id(alias, start)} FOR ${sql.id(alias, size)})`,
  };
}

/** Where each of some pieces begins in all of them together, counted from 1. */
function startsOf(sizes: readonly number[]): readonly number[] {
  let next = 1;
  return sizes.map((size) => (next += size) - size);
}
