import type { IndexValue } from "../index-value.js";
import type { SqlDialect } from "./dialect.js";
import { compileShape, type Shape, sql } from "./sql.js";

/** A table of rows that belong to objects: the values of a multi-valued index, or labels. */
export interface CopyTable {
  readonly table: string;
  /** All but `object_id`. */
  readonly columns: readonly string[];
}

/** The values of a row's columns. */
export type CopyRow = readonly IndexValue[];

interface CopyInput {
  readonly objectId: number;
  readonly row: CopyRow;
}

/** Reads the rows of an object. */
export function copiesShape(dialect: SqlDialect, { table, columns }: CopyTable): Shape<Pick<CopyInput, "objectId">> {
  const names = sql.join(columns.map((column) => sql.id(column)));
  return compileShape(
    dialect,
    (slot) => sql`SELECT ${names} FROM ${sql.id(table)} WHERE object_id = ${slot(({ objectId }) => objectId)}`,
  );
}

export function insertCopyShape(dialect: SqlDialect, { table, columns }: CopyTable): Shape<CopyInput> {
  const names = sql.join(columns.map((column) => sql.id(column)));
  return compileShape(dialect, (slot) => {
    const values = columns.map((_, place) => slot(({ row }) => dialect.encode(row[place] ?? null)));
    return sql`INSERT INTO ${sql.id(table)} (object_id, ${names})
 VALUES (${sql.join([slot(({ objectId }) => objectId), ...values])})`;
  });
}

export function deleteCopyShape(dialect: SqlDialect, { table, columns }: CopyTable): Shape<CopyInput> {
  return compileShape(dialect, (slot) => {
    const owner = sql`object_id = ${slot(({ objectId }) => objectId)}`;
    const same = columns.map(
      (column, place) => sql`${sql.id(column)} = ${slot(({ row }) => dialect.encode(row[place] ?? null))}`,
    );
    return sql`DELETE FROM ${sql.id(table)} WHERE ${sql.join([owner, ...same], sql` AND `)}`;
  });
}
