import { compileShape, type Fragment, type Shape, sql } from "./sql.js";
import type { SqlDialect } from "./dialect.js";
import type { IndexState } from "../index-storage.js";

export interface TableInput {
  readonly table: string;
}

interface IndexInput extends TableInput {
  readonly index: string;
}

/** Reads the names of a table's columns; no rows if there is no such table. */
export function columnsShape(dialect: SqlDialect): Shape<TableInput> {
  return compileShape<TableInput>(dialect, (slot) => dialect.tableColumns(slot(({ table }) => table)));
}

const INDEX = sql.id("index");
const TABLE = sql.id("table");

export function indexStatesShape(dialect: SqlDialect): Shape<TableInput> {
  return compileShape<TableInput>(
    dialect,
    (slot) =>
      sql`SELECT ${INDEX}, fingerprint, state, position FROM cmgen_indexes
 WHERE ${TABLE} = ${slot(({ table }) => table)} AND ${INDEX} <> ''`,
  );
}

/** Reads the declaration of a table's indexes, which is stored under the empty name. */
export function declarationShape(dialect: SqlDialect): Shape<TableInput> {
  return compileShape<TableInput>(
    dialect,
    (slot) =>
      sql`SELECT fingerprint FROM cmgen_indexes WHERE ${TABLE} = ${slot(({ table }) => table)} AND ${INDEX} = ''`,
  );
}

/** Reads the declarations of all tables. */
export function declarationsShape(dialect: SqlDialect): Shape<void> {
  return compileShape(dialect, () => sql`SELECT ${TABLE}, fingerprint FROM cmgen_indexes WHERE ${INDEX} = ''`);
}

export function saveIndexStateShape(dialect: SqlDialect): Shape<TableInput & IndexState> {
  return compileShape<TableInput & IndexState>(
    dialect,
    (slot) => sql`INSERT INTO cmgen_indexes (${TABLE}, ${INDEX}, fingerprint, state, position) VALUES (${sql.join([
      slot(({ table }) => table),
      slot(({ index }) => index),
      slot(({ fingerprint }) => fingerprint),
      slot(({ state }) => state),
      slot(({ position }) => position),
    ])}) ON CONFLICT (${TABLE}, ${INDEX}) DO UPDATE
 SET fingerprint = excluded.fingerprint, state = excluded.state, position = excluded.position`,
  );
}

export function forgetIndexShape(dialect: SqlDialect): Shape<IndexInput> {
  return compileShape<IndexInput>(
    dialect,
    (slot) =>
      sql`DELETE FROM cmgen_indexes WHERE ${TABLE} = ${slot(({ table }) => table)} AND ${INDEX} = ${slot(({ index }) => index)}`,
  );
}

interface PositionInput extends IndexInput {
  readonly position: number;
}

export function moveIndexShape(dialect: SqlDialect): Shape<PositionInput> {
  return compileShape<PositionInput>(
    dialect,
    (slot) => sql`UPDATE cmgen_indexes SET position = ${slot(({ position }) => position)}
 WHERE ${TABLE} = ${slot(({ table }) => table)} AND ${INDEX} = ${slot(({ index }) => index)}`,
  );
}

export interface AfterInput {
  readonly after: number;
  readonly limit: number;
}

/**
 * Reads objects in the order of their ids.
 *
 * @param lock locks their rows until the transaction ends, if it is given.
 */
export function objectsAfterShape(dialect: SqlDialect, table: string, lock: Fragment = sql``): Shape<AfterInput> {
  return compileShape<AfterInput>(
    dialect,
    (slot) => sql`SELECT o.id, o.name, ${dialect.data(sql.id("o", "data"))} AS data FROM ${sql.id(table)} AS o
 WHERE o.id > ${slot(({ after }) => after)} ORDER BY o.id LIMIT ${dialect.rowCount(slot(({ limit }) => limit))}${lock}`,
  );
}

interface UnchangedInput {
  readonly id: number;
  readonly data: Uint8Array;
}

/** Returns a row if an object still has these bytes. */
export function unchangedShape(dialect: SqlDialect, table: string): Shape<UnchangedInput> {
  return compileShape<UnchangedInput>(
    dialect,
    (slot) => sql`SELECT 1 AS unchanged FROM ${sql.id(table)}
 WHERE id = ${slot(({ id }) => id)} AND data = ${slot(({ data }) => data)}`,
  );
}

export function countAfterShape(dialect: SqlDialect, table: string): Shape<Pick<AfterInput, "after">> {
  return compileShape<Pick<AfterInput, "after">>(
    dialect,
    (slot) => sql`SELECT count(*) AS count FROM ${sql.id(table)} WHERE id > ${slot(({ after }) => after)}`,
  );
}

export interface LimitInput {
  readonly limit: number;
}

/** Clears a column in some rows; returns one row for each. */
export function clearColumnShape(dialect: SqlDialect, table: string, column: string): Shape<LimitInput> {
  const name = sql.id(column);
  return compileShape<LimitInput>(
    dialect,
    (slot) => sql`UPDATE ${sql.id(table)} SET ${name} = NULL WHERE id IN
 (SELECT id FROM ${sql.id(table)} WHERE ${name} IS NOT NULL LIMIT ${dialect.rowCount(slot(({ limit }) => limit))}) RETURNING id`,
  );
}

/** Deletes some rows of a table of values; returns one row for each. */
export function clearValuesShape(dialect: SqlDialect, table: string): Shape<LimitInput> {
  return compileShape<LimitInput>(
    dialect,
    (slot) => sql`DELETE FROM ${sql.id(table)} WHERE object_id IN
 (SELECT object_id FROM ${sql.id(table)} LIMIT ${dialect.rowCount(slot(({ limit }) => limit))}) RETURNING object_id`,
  );
}
