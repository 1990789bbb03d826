import { type Fragment, sql } from "./sql.js";
import type { StoredModel } from "../stored-model.js";
import { keyColumnsOf } from "./object-shapes.js";

const GROUP = sql.id("group");
const KEY = sql.id("key");

/** Where a batch of rows begins, and how many rows it has at most. */
interface Batch {
  readonly after: number;
  readonly limit: number;
}

/** Ids from the one behind `after` up to `last`. */
interface IdRange {
  readonly after: number;
  readonly last: number;
}

/** Reads all columns of objects in the order of their ids. Their data is read as bytes, since it may be damaged text. */
export function inspectObjects(model: StoredModel, { after, limit }: Batch): Fragment {
  const columns = ["id", "name", "uid", "version", "created_at", "deleted_at", "data"];
  const all = [...columns, ...keyColumnsOf(model).map(({ column }) => column)];
  return sql`SELECT ${sql.join(all.map((column) => sql.id("o", column)))} FROM ${sql.table(model.table)} AS o
 WHERE o.id > ${sql.value(after)} ORDER BY o.id LIMIT ${sql.lit(limit)}`;
}

/** Reads the values of a range of objects from a table of values. */
export function inspectValues(table: string, range: IdRange): Fragment {
  return sql`SELECT object_id, value FROM ${sql.table(table)} WHERE ${isInRange(range)} ORDER BY object_id, value`;
}

/** Reads the labels of a range of objects. */
export function inspectLabels(table: string, range: IdRange): Fragment {
  return sql`SELECT object_id, ${KEY}, value FROM ${sql.table(table)} WHERE ${isInRange(range)} ORDER BY object_id, ${KEY}`;
}

function isInRange({ after, last }: IdRange): Fragment {
  return sql`object_id > ${sql.value(after)} AND object_id <= ${sql.value(last)}`;
}

/** Reads the object ids of rows in `table` whose object does not exist. */
export function orphans(table: string, objects: string, { after, limit }: Batch): Fragment {
  return sql`SELECT v.object_id, count(*) AS size FROM ${sql.table(table)} AS v
 WHERE v.object_id > ${sql.value(after)} AND NOT EXISTS (SELECT 1 FROM ${sql.table(objects)} AS o WHERE o.id = v.object_id)
 GROUP BY v.object_id ORDER BY v.object_id LIMIT ${sql.lit(limit)}`;
}

/** Reads values that several objects share in one column, with the names of two of them. */
export function duplicatesInColumn(table: string, column: string, limit: number): Fragment {
  const value = sql.id("o", column);
  return sql`SELECT ${value} AS value, min(o.name) AS one, max(o.name) AS other, count(*) AS size
 FROM ${sql.table(table)} AS o WHERE ${value} IS NOT NULL
 GROUP BY ${value} HAVING count(*) > 1 ORDER BY ${value} LIMIT ${sql.lit(limit)}`;
}

/** Reads values that several objects share in a table of values, with the names of two of them. */
export function duplicateValues(table: string, objects: string, limit: number): Fragment {
  return sql`SELECT v.value, min(o.name) AS one, max(o.name) AS other, count(*) AS size
 FROM ${sql.table(table)} AS v LEFT JOIN ${sql.table(objects)} AS o ON o.id = v.object_id
 GROUP BY v.value HAVING count(*) > 1 ORDER BY v.value LIMIT ${sql.lit(limit)}`;
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
export function danglingNames({ table, names, target }: NamingIndex): Fragment {
  const [rows, missing] =
    "column" in names
      ? [sql`${sql.table(table)} AS r`, sql.id("r", names.column)]
      : [sql`${sql.table(names.table)} AS v JOIN ${sql.table(table)} AS r ON r.id = v.object_id`, sql.id("v", "value")];
  return sql`SELECT r.name, ${missing} AS missing FROM ${rows}
 WHERE ${missing} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${sql.table(target)} AS t WHERE t.name = ${missing})
 ORDER BY r.id, 2`;
}

/** Reads the revision counter, the oldest and newest revision in the change log (null if there is none), and the number of changes. */
export function revisions(): Fragment {
  return sql`SELECT (SELECT revision FROM ${sql.table("cmgen_revision")}) AS counter, min(revision) AS oldest,
 max(revision) AS newest, count(*) AS size FROM ${sql.table("cmgen_changes")}`;
}

type Resource = Pick<StoredModel, "group" | "plural" | "table">;

/**
 * Reads the logged changes of a resource by object and revision, each with the object that has the name now; the last one of a name has that
 * object's bytes, where they are others.
 */
export function loggedChanges({ group, plural, table }: Resource): Fragment {
  return sql`SELECT c.revision, c.type, c.name, c.object_id, c.data, o.id AS current,
 CASE WHEN o.data = c.data THEN 1 ELSE 0 END AS same,
 CASE WHEN o.data <> c.data AND lead(c.revision) OVER (PARTITION BY c.name ORDER BY c.revision) IS NULL THEN o.data END AS other
 FROM ${sql.table("cmgen_changes")} AS c LEFT JOIN ${sql.table(table)} AS o ON o.name = c.name
 WHERE ${sql.id("c", "group")} = ${sql.value(group)} AND c.plural = ${sql.value(plural)} ORDER BY c.name, c.revision`;
}

/** Reads the names of objects without a logged change. */
export function unloggedObjects({ group, plural, table }: Resource): Fragment {
  const logged = sql`SELECT DISTINCT object_id FROM ${sql.table("cmgen_changes")}
 WHERE ${GROUP} = ${sql.value(group)} AND plural = ${sql.value(plural)}`;
  return sql`SELECT o.name FROM ${sql.table(table)} AS o LEFT JOIN (${logged}) AS c ON c.object_id = o.id
 WHERE c.object_id IS NULL ORDER BY o.name`;
}

/** Reads the tables whose indexes have been declared. */
export function indexedTables(): Fragment {
  return sql`SELECT DISTINCT ${sql.id("table")} AS name FROM ${sql.table("cmgen_indexes")} ORDER BY 1`;
}

/** Reads the newest revision, and nothing that a database of an earlier release does not have. */
export function newestRevision(): Fragment {
  return sql`SELECT revision FROM ${sql.table("cmgen_revision")}`;
}
