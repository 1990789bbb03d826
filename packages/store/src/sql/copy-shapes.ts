import { compileShape, type Shape, sql } from "./sql.js";
import type { IndexValue } from "../index-value.js";
import type { SqlDialect } from "./dialect.js";

/** Rows that belong to an object: values of a multi-valued index, or labels. */
export interface OwnerRow {
  readonly objectId: number;
}

export interface ValueRow extends OwnerRow {
  readonly value: IndexValue;
}

export interface LabelRow extends OwnerRow {
  readonly key: string;
  readonly value: string;
}

export function valuesShape(dialect: SqlDialect, table: string): Shape<OwnerRow> {
  return compileShape<OwnerRow>(
    dialect,
    (slot) => sql`SELECT value FROM ${sql.id(table)} WHERE object_id = ${slot(({ objectId }) => objectId)}`,
  );
}

export function insertValueShape(dialect: SqlDialect, table: string): Shape<ValueRow> {
  return compileShape<ValueRow>(
    dialect,
    (slot) => sql`INSERT INTO ${sql.id(table)} (object_id, value)
 VALUES (${slot(({ objectId }) => objectId)}, ${slot(({ value }) => dialect.encode(value))})`,
  );
}

export function deleteValueShape(dialect: SqlDialect, table: string): Shape<ValueRow> {
  return compileShape<ValueRow>(
    dialect,
    (slot) => sql`DELETE FROM ${sql.id(table)}
 WHERE object_id = ${slot(({ objectId }) => objectId)} AND value = ${slot(({ value }) => dialect.encode(value))}`,
  );
}

export function labelsShape(dialect: SqlDialect, table: string): Shape<OwnerRow> {
  return compileShape<OwnerRow>(
    dialect,
    (slot) =>
      sql`SELECT ${sql.id("key")}, value FROM ${sql.id(table)} WHERE object_id = ${slot(({ objectId }) => objectId)}`,
  );
}

export function insertLabelShape(dialect: SqlDialect, table: string): Shape<LabelRow> {
  return compileShape<LabelRow>(
    dialect,
    (slot) => sql`INSERT INTO ${sql.id(table)} (object_id, ${sql.id("key")}, value)
 VALUES (${slot(({ objectId }) => objectId)}, ${slot(({ key }) => key)}, ${slot(({ value }) => value)})`,
  );
}

export function deleteLabelShape(dialect: SqlDialect, table: string): Shape<Omit<LabelRow, "value">> {
  return compileShape<Omit<LabelRow, "value">>(
    dialect,
    (slot) => sql`DELETE FROM ${sql.id(table)}
 WHERE object_id = ${slot(({ objectId }) => objectId)} AND ${sql.id("key")} = ${slot(({ key }) => key)}`,
  );
}
