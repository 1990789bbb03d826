import { sql } from "kysely";
import type { ColumnIndex, StoredModel } from "../stored-model.js";
import type { SqlDialect } from "./dialect.js";
import type { AfterInput } from "./index-shapes.js";
import { keyColumnsOf } from "./object-shapes.js";
import { compileShape, type Shape } from "./shape.js";

export interface RangeInput {
  /** The ids meant are greater. */
  readonly after: number;
  /** The last id meant. */
  readonly last: number;
}

/** Reads all columns of objects in the order of their ids; their data as bytes, which need not be text. */
export function inspectObjectsShape(dialect: SqlDialect, model: StoredModel): Shape<AfterInput> {
  const columns = ["id", "name", "version", "created_at", "deleted_at", "data"];
  const all = [...columns, ...keyColumnsOf(model).map(({ column }) => column)];
  return compileShape<AfterInput>(
    dialect,
    (slot) => sql`SELECT ${sql.join(all.map((column) => sql.ref(`o.${column}`)))} FROM ${sql.table(model.table)} AS o
 WHERE o.id > ${slot(({ after }) => after)} ORDER BY o.id LIMIT ${dialect.rowCount(slot(({ limit }) => limit))}`,
  );
}

/** Reads the values of a range of objects from a table of values. */
export function inspectValuesShape(dialect: SqlDialect, table: string): Shape<RangeInput> {
  return compileShape<RangeInput>(
    dialect,
    (slot) => sql`SELECT object_id, value FROM ${sql.table(table)}
 WHERE object_id > ${slot(({ after }) => after)} AND object_id <= ${slot(({ last }) => last)} ORDER BY object_id, value`,
  );
}

/** Reads the labels of a range of objects. */
export function inspectLabelsShape(dialect: SqlDialect, table: string): Shape<RangeInput> {
  return compileShape<RangeInput>(
    dialect,
    (slot) => sql`SELECT object_id, ${sql.id("key")}, value FROM ${sql.table(table)}
 WHERE object_id > ${slot(({ after }) => after)} AND object_id <= ${slot(({ last }) => last)} ORDER BY object_id, ${sql.id("key")}`,
  );
}

/** Reads the ids that rows of `table` belong to and no object has. */
export function orphansShape(dialect: SqlDialect, table: string, objects: string): Shape<AfterInput> {
  return compileShape<AfterInput>(
    dialect,
    (slot) => sql`SELECT v.object_id, count(*) AS size FROM ${sql.table(table)} AS v
 WHERE v.object_id > ${slot(({ after }) => after)}
 AND NOT EXISTS (SELECT 1 FROM ${sql.table(objects)} AS o WHERE o.id = v.object_id)
 GROUP BY v.object_id ORDER BY v.object_id LIMIT ${dialect.rowCount(slot(({ limit }) => limit))}`,
  );
}

export interface LimitInput {
  readonly limit: number;
}

/** Reads values that several objects have in one column, with the names of two of them. */
export function duplicateColumnShape(
  dialect: SqlDialect,
  table: string,
  { column }: Pick<ColumnIndex, "column">,
): Shape<LimitInput> {
  const value = sql.ref(`o.${column}`);
  return compileShape<LimitInput>(
    dialect,
    (slot) => sql`SELECT ${value} AS value, min(o.name) AS one, max(o.name) AS other, count(*) AS size
 FROM ${sql.table(table)} AS o WHERE ${value} IS NOT NULL
 GROUP BY ${value} HAVING count(*) > 1 ORDER BY ${value} LIMIT ${dialect.rowCount(slot(({ limit }) => limit))}`,
  );
}

/** Reads values that several objects have in a table of values, with the names of two of them. */
export function duplicateValueShape(dialect: SqlDialect, table: string, objects: string): Shape<LimitInput> {
  return compileShape<LimitInput>(
    dialect,
    (slot) => sql`SELECT v.value, min(o.name) AS one, max(o.name) AS other, count(*) AS size
 FROM ${sql.table(table)} AS v LEFT JOIN ${sql.table(objects)} AS o ON o.id = v.object_id
 GROUP BY v.value HAVING count(*) > 1 ORDER BY v.value LIMIT ${dialect.rowCount(slot(({ limit }) => limit))}`,
  );
}

/** Reads the revision counter and the greatest revision of the change log, either absent where there is none. */
export function revisionsShape(dialect: SqlDialect): Shape<void> {
  return compileShape(
    dialect,
    () => sql`SELECT (SELECT revision FROM cmgen_revision) AS counter,
 (SELECT max(revision) FROM cmgen_changes) AS newest`,
  );
}
