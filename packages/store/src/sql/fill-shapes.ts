import type { IndexValues } from "../index-storage.js";
import type { ColumnIndex, StoredModel, TableIndex } from "../stored-model.js";
import { postgresDialect, type SqlDialect } from "./dialect.js";
import { compileShape, type Shape } from "./shape.js";
import { sql, type SqlScalar } from "./sql.js";

/** An object whose index values are to be written. */
export interface FillInput {
  readonly id: number;
  readonly values: IndexValues;
}

/** Writes the values of some single-valued indexes of one object. */
export function fillColumnsShape(
  dialect: SqlDialect,
  table: string,
  indexes: readonly ColumnIndex[],
): Shape<FillInput> {
  return compileShape<FillInput>(dialect, (slot) => {
    const sets = indexes.map(({ name, column }) => {
      const value = slot(({ values }) => dialect.encode(values.get(name)?.[0] ?? null));
      return sql`${sql.id(column)} = ${value}`;
    });
    return sql`UPDATE ${sql.id(table)} SET ${sql.join(sets)} WHERE id = ${slot(({ id }) => id)}`;
  });
}

/** Writes the values of some single-valued indexes of many objects, on PostgreSQL: together, since every update writes a whole new row. */
export function fillRowsShape(table: string, indexes: readonly ColumnIndex[]): Shape<readonly FillInput[]> {
  return compileShape<readonly FillInput[]>(postgresDialect, (slot) => {
    const ids = postgresDialect.list(slot(idsOf), "int64");
    const values = indexes.map(({ name, type }) =>
      postgresDialect.list(
        slot((rows) => rows.map((row) => row.values.get(name)?.[0] ?? null)),
        type,
      ),
    );
    const names = indexes.map((_, place) => sql.id(`value_${place}`));
    const sets = indexes.map(({ column }, place) => sql`${sql.id(column)} = ${sql.id("u", `value_${place}`)}`);
    return sql`UPDATE ${sql.id(table)} AS o SET ${sql.join(sets)}
 FROM unnest(${sql.join([ids, ...values])}) AS u (id, ${sql.join(names)}) WHERE o.id = u.id`;
  });
}

/** Removes the values of many objects from a table of values, on PostgreSQL. */
export function dropValuesShape({ table }: TableIndex): Shape<readonly FillInput[]> {
  return compileShape<readonly FillInput[]>(
    postgresDialect,
    (slot) => sql`DELETE FROM ${sql.id(table)} WHERE object_id = ANY (${postgresDialect.list(slot(idsOf), "int64")})`,
  );
}

/** Inserts the values of many objects into a table of values, on PostgreSQL. */
export function addValuesShape({ name, table, type }: TableIndex): Shape<readonly FillInput[]> {
  const pairs = (rows: readonly FillInput[]): readonly (readonly [number, SqlScalar])[] =>
    rows.flatMap(({ id, values }) => (values.get(name) ?? []).map((value) => [id, value] as const));
  return compileShape<readonly FillInput[]>(postgresDialect, (slot) => {
    const ids = postgresDialect.list(
      slot((rows) => pairs(rows).map(([id]) => id)),
      "int64",
    );
    const values = postgresDialect.list(
      slot((rows) => pairs(rows).map(([, value]) => value)),
      type,
    );
    return sql`INSERT INTO ${sql.id(table)} (object_id, value) SELECT u.id, u.value FROM unnest(${ids}, ${values}) AS u (id, value)`;
  });
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

function idsOf(rows: readonly FillInput[]): readonly number[] {
  return rows.map(({ id }) => id);
}
