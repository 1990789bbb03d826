import { compileShape, type Shape, sql } from "./sql.js";
import type { ColumnIndex, StoredModel } from "../stored-model.js";
import type { SqlDialect } from "./dialect.js";
import type { AfterInput } from "./index-shapes.js";
import { keyColumnsOf } from "./object-shapes.js";

interface RangeInput {
  /** Ids greater than this. */
  readonly after: number;
  /** Ids up to this. */
  readonly last: number;
}

/** Reads all columns of objects in the order of their ids. Their data is read as bytes, since it may be damaged text. */
export function inspectObjectsShape(dialect: SqlDialect, model: StoredModel): Shape<AfterInput> {
  const columns = ["id", "name", "version", "created_at", "deleted_at", "data"];
  const all = [...columns, ...keyColumnsOf(model).map(({ column }) => column)];
  return compileShape<AfterInput>(
    dialect,
    (slot) => sql`SELECT ${sql.join(all.map((column) => sql.id("o", column)))} FROM ${sql.id(model.table)} AS o
 WHERE o.id > ${slot(({ after }) => after)} ORDER BY o.id LIMIT ${dialect.rowCount(slot(({ limit }) => limit))}`,
  );
}

/** Reads the values of a range of objects from a table of values. */
export function inspectValuesShape(dialect: SqlDialect, table: string): Shape<RangeInput> {
  return compileShape<RangeInput>(
    dialect,
    (slot) => sql`SELECT object_id, value FROM ${sql.id(table)}
 WHERE object_id > ${slot(({ after }) => after)} AND object_id <= ${slot(({ last }) => last)} ORDER BY object_id, value`,
  );
}

/** Reads the labels of a range of objects. */
export function inspectLabelsShape(dialect: SqlDialect, table: string): Shape<RangeInput> {
  return compileShape<RangeInput>(
    dialect,
    (slot) => sql`SELECT object_id, ${sql.id("key")}, value FROM ${sql.id(table)}
 WHERE object_id > ${slot(({ after }) => after)} AND object_id <= ${slot(({ last }) => last)} ORDER BY object_id, ${sql.id("key")}`,
  );
}

/** Reads the object ids of rows in `table` whose object does not exist. */
export function orphansShape(dialect: SqlDialect, table: string, objects: string): Shape<AfterInput> {
  return compileShape<AfterInput>(
    dialect,
    (slot) => sql`SELECT v.object_id, count(*) AS size FROM ${sql.id(table)} AS v
 WHERE v.object_id > ${slot(({ after }) => after)}
 AND NOT EXISTS (SELECT 1 FROM ${sql.id(objects)} AS o WHERE o.id = v.object_id)
 GROUP BY v.object_id ORDER BY v.object_id LIMIT ${dialect.rowCount(slot(({ limit }) => limit))}`,
  );
}

export interface LimitInput {
  readonly limit: number;
}

/** Reads values that several objects share in one column, with the names of two of them. */
export function duplicateColumnShape(
  dialect: SqlDialect,
  table: string,
  { column }: Pick<ColumnIndex, "column">,
): Shape<LimitInput> {
  const value = sql.id("o", column);
  return compileShape<LimitInput>(
    dialect,
    (slot) => sql`SELECT ${value} AS value, min(o.name) AS one, max(o.name) AS other, count(*) AS size
 FROM ${sql.id(table)} AS o WHERE ${value} IS NOT NULL
 GROUP BY ${value} HAVING count(*) > 1 ORDER BY ${value} LIMIT ${dialect.rowCount(slot(({ limit }) => limit))}`,
  );
}

/** Reads values that several objects share in a table of values, with the names of two of them. */
export function duplicateValueShape(dialect: SqlDialect, table: string, objects: string): Shape<LimitInput> {
  return compileShape<LimitInput>(
    dialect,
    (slot) => sql`SELECT v.value, min(o.name) AS one, max(o.name) AS other, count(*) AS size
 FROM ${sql.id(table)} AS v LEFT JOIN ${sql.id(objects)} AS o ON o.id = v.object_id
 GROUP BY v.value HAVING count(*) > 1 ORDER BY v.value LIMIT ${dialect.rowCount(slot(({ limit }) => limit))}`,
  );
}

/** An index that holds names of objects of another table, or of the same. */
interface NamingIndex {
  /** Table of the objects that name others. */
  readonly table: string;
  readonly names: { readonly column: string } | { readonly table: string };
  /** Table of the objects that are named. */
  readonly target: string;
}

/** Reads the objects that name one that does not exist, as `name`, with the name they have of it, as `missing`. */
export function danglingNamesShape(dialect: SqlDialect, { table, names, target }: NamingIndex): Shape<void> {
  const [rows, missing] =
    "column" in names
      ? [sql`${sql.id(table)} AS r`, sql.id("r", names.column)]
      : [sql`${sql.id(names.table)} AS v JOIN ${sql.id(table)} AS r ON r.id = v.object_id`, sql.id("v", "value")];
  return compileShape(
    dialect,
    () => sql`SELECT r.name, ${missing} AS missing FROM ${rows}
 WHERE ${missing} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${sql.id(target)} AS t WHERE t.name = ${missing})
 ORDER BY r.id, 2`,
  );
}

/** Reads the revision counter, the oldest and newest revision in the change log (null if there is none), and the number of changes. */
export function revisionsShape(dialect: SqlDialect): Shape<void> {
  return compileShape(
    dialect,
    () => sql`SELECT (SELECT revision FROM cmgen_revision) AS counter, min(revision) AS oldest,
 max(revision) AS newest, count(*) AS size FROM cmgen_changes`,
  );
}

export interface ResourceInput {
  readonly group: string;
  readonly plural: string;
}

/** Reads the logged changes of a resource by object and revision, each with the object that has the name now. */
export function loggedChangesShape(dialect: SqlDialect, objects: string): Shape<ResourceInput> {
  return compileShape<ResourceInput>(
    dialect,
    (slot) => sql`SELECT c.revision, c.type, c.name, c.object_id, c.data, o.id AS current,
 CASE WHEN o.data = c.data THEN 1 ELSE 0 END AS same
 FROM cmgen_changes AS c LEFT JOIN ${sql.id(objects)} AS o ON o.name = c.name
 WHERE ${sql.id("c", "group")} = ${slot(({ group }) => group)} AND c.plural = ${slot(({ plural }) => plural)}
 ORDER BY c.name, c.revision`,
  );
}

/** Reads the names of objects without a logged change. */
export function unloggedObjectsShape(dialect: SqlDialect, objects: string): Shape<ResourceInput> {
  return compileShape<ResourceInput>(
    dialect,
    (slot) => sql`SELECT o.name FROM ${sql.id(objects)} AS o LEFT JOIN
 (SELECT DISTINCT object_id FROM cmgen_changes
 WHERE ${sql.id("group")} = ${slot(({ group }) => group)} AND plural = ${slot(({ plural }) => plural)}) AS c ON c.object_id = o.id
 WHERE c.object_id IS NULL ORDER BY o.name`,
  );
}

/** Reads the tables whose indexes have been declared. */
export function indexedTablesShape(dialect: SqlDialect): Shape<void> {
  return compileShape(dialect, () => sql`SELECT DISTINCT ${sql.id("table")} AS name FROM cmgen_indexes ORDER BY 1`);
}
