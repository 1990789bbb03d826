import type { IndexValues } from "../index-storage.js";
import type { IndexValueType } from "../index-value.js";
import type { ColumnIndex, StoredModel, TableIndex } from "../stored-model.js";
import { postgresDialect, type SqlDialect } from "./dialect.js";
import { type Fragment, sql, type SqlScalar } from "./sql.js";

/** An object whose index values are to be written. */
export interface FillInput {
  readonly id: number;
  readonly values: IndexValues;
}

/** Where a batch of objects begins, and how many objects it has at most. */
export interface BatchRange {
  readonly after: number;
  readonly limit: number;
}

/** Reads objects in the order of their ids. */
export function objectsAfter(dialect: SqlDialect, table: string, { after, limit }: BatchRange): Fragment {
  return sql`SELECT o.id, o.name, ${dialect.data(sql.id("o", "data"))} AS data FROM ${sql.id(table)} AS o
 WHERE o.id > ${sql.value(after)} ORDER BY o.id LIMIT ${dialect.rowCount(sql.value(limit))}`;
}

/** Writes the values of some single-valued indexes of many objects, on PostgreSQL: together, since every update writes a whole new row. */
export function fillRows(table: string, indexes: readonly ColumnIndex[], rows: readonly FillInput[]): Fragment {
  const values = indexes.map(({ name, type }) =>
    listOf(
      type,
      rows.map((row) => row.values.get(name)?.[0] ?? null),
    ),
  );
  const names = indexes.map((_, place) => sql.id(`value_${place}`));
  const sets = indexes.map(({ column }, place) => sql`${sql.id(column)} = ${sql.id("u", `value_${place}`)}`);
  return sql`UPDATE ${sql.id(table)} AS o SET ${sql.join(sets)}
 FROM unnest(${sql.join([idsOf(rows), ...values])}) AS u (id, ${sql.join(names)}) WHERE o.id = u.id`;
}

/** Removes the values of many objects from a table of values, on PostgreSQL. */
export function dropValues({ table }: TableIndex, rows: readonly FillInput[]): Fragment {
  return sql`DELETE FROM ${sql.id(table)} WHERE object_id = ANY (${idsOf(rows)})`;
}

/** Inserts the values of many objects into a table of values, on PostgreSQL. */
export function addValues({ name, table, type }: TableIndex, rows: readonly FillInput[]): Fragment {
  const pairs = rows.flatMap(({ id, values }) => (values.get(name) ?? []).map((value) => ({ id, value })));
  const values = listOf(
    type,
    pairs.map(({ value }) => value),
  );
  return sql`INSERT INTO ${sql.id(table)} (object_id, value)
 SELECT u.id, u.value FROM unnest(${idsOf(pairs)}, ${values}) AS u (id, value)`;
}

function idsOf(rows: readonly { readonly id: number }[]): Fragment {
  return listOf(
    "int64",
    rows.map(({ id }) => id),
  );
}

function listOf(type: IndexValueType, values: readonly SqlScalar[]): Fragment {
  return postgresDialect.list(sql.value(values), type);
}

/** The indexes of these names, separated by where they keep their values. */
export function splitIndexes(
  indexes: StoredModel["indexes"],
  names: readonly string[],
): {
  readonly single: readonly ColumnIndex[];
  readonly multi: readonly TableIndex[];
} {
  const meant = indexes.filter(({ name }) => names.includes(name));
  return { single: meant.filter((index) => !index.multi), multi: meant.filter((index) => index.multi) };
}
