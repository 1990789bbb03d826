import type { StoredModel } from "../stored-model.js";
import type { IndexValueType } from "../index-value.js";
import type { ObjectRecord } from "../store.js";
import { guardOf, type RemoveJob, type ReplaceJob, type WriteJob } from "../write-job.js";
import { columnTypes, type SqlDialect } from "./dialect.js";
import type { RowColumn } from "./row-list.js";
import { compileShape, type Fragment, type Shape, type SlotFor, sql, type SqlScalar, where } from "./sql.js";

export interface NameInput {
  readonly name: string;
}

/** The columns of a model's single-valued indexes. */
export function keyColumnsOf(
  model: StoredModel,
): readonly { readonly name: string; readonly column: string; readonly type: IndexValueType }[] {
  return model.indexes.flatMap(({ name, type, ...index }) =>
    index.multi ? [] : [{ name, type, column: index.column }],
  );
}

/** Reads one object by name. */
export function readShape(dialect: SqlDialect, { table }: Pick<StoredModel, "table">): Shape<NameInput> {
  return compileShape<NameInput>(dialect, (slot) => {
    const data = dialect.data(sql.id("o", "data"));
    return sql`SELECT o.uid, o.version, ${data} AS data FROM ${sql.table(table)} AS o WHERE o.name = ${slot(({ name }) => name)}`;
  });
}

/** Reads the last deletion of a name that the creator of an object does not know of, as far as the change log goes back. */
export function lastDeletion(
  dialect: SqlDialect,
  model: StoredModel,
  record: Pick<ObjectRecord, "name" | "deletedUpTo">,
): Fragment {
  const deletions = deletionsOf(model, sql.value(record.name), sql.value(knownDeletion(record)));
  return sql`SELECT c.revision, ${dialect.data(sql.id("c", "data"))} AS data FROM ${deletions}
 ORDER BY c.revision DESC LIMIT 1`;
}

/** The deletions `c` of a name after a revision. The conditions are those of an index. */
export function deletionsOf({ group, plural }: StoredModel, name: Fragment, after: Fragment): Fragment {
  return sql`${sql.table("cmgen_changes")} AS c WHERE c.type = 'DELETED' AND c.${sql.id("group")} = ${sql.lit(group)}
 AND c.plural = ${sql.lit(plural)} AND c.name = ${name} AND c.revision > ${after}`;
}

/** A search for each name: with a join, which OFFSET prevents, objects that are created together might get their ids in another order. */
export function nameIsUnused(model: StoredModel, name: Fragment, after: Fragment): Fragment {
  return sql`NOT EXISTS (SELECT 1 FROM ${deletionsOf(model, name, after)} OFFSET 0)`;
}

export function knownDeletion({ deletedUpTo = 0 }: { readonly deletedUpTo?: number }): number {
  return deletedUpTo;
}

/** Stores a new object. */
export function insertShape(dialect: SqlDialect, model: StoredModel): Shape<ObjectRecord> {
  return compileShape<ObjectRecord>(dialect, (slot) =>
    insertObject(dialect, { table: model.table, columns: recordValues(model, dialect, slot) }),
  );
}

/** Replaces the expected version of an object; returns its `id`, or no row. */
export function replaceShape(dialect: SqlDialect, model: StoredModel): Shape<ReplaceJob> {
  return compileShape<ReplaceJob>(dialect, (slot) => {
    const replaced = replaceObject(dialect, model, (valueOf) => slot(({ record }) => valueOf(record)));
    return sql`${replaced} WHERE ${isExpected(slot)} RETURNING id`;
  });
}

/** Removes the expected version of an object, and by cascade all that belongs to it; returns its `id`, or no row. */
export function removeShape(dialect: SqlDialect, { table }: StoredModel): Shape<RemoveJob> {
  return compileShape<RemoveJob>(
    dialect,
    (slot) => sql`DELETE FROM ${sql.table(table)} WHERE ${isExpected(slot)} RETURNING id`,
  );
}

/** Stores a new object, if all conditions hold. In a `SELECT` a value does not get its column's type. */
export function insertObject(
  dialect: SqlDialect,
  { table, columns }: { readonly table: string; readonly columns: readonly ColumnValue[] },
  conditions: readonly Fragment[] = [],
): Fragment {
  const values = columns.map(({ value, type }) => dialect.typed(value, type));
  return sql`INSERT INTO ${sql.table(table)} (${sql.join(columns.map(({ column }) => sql.id(column)))})
 SELECT ${sql.join(values)}${where(conditions)}`;
}

/** Stores a record in place of another. The caller adds the condition that finds the other. */
export function replaceObject(dialect: SqlDialect, model: StoredModel, record: SlotFor<ObjectRecord>): Fragment {
  const sets = recordValues(model, dialect, record)
    .filter(({ column }) => column !== "name")
    .map(({ column, value }) => sql`${sql.id(column)} = ${value}`);
  return sql`UPDATE ${sql.table(model.table)} SET ${sql.join(sets)}`;
}

/** True for the object that is replaced or removed, if it has the expected version. */
export function isExpected(slot: SlotFor<WriteJob>): Fragment {
  const version = slot((job) => (job.write === "create" ? null : job.expectedVersion));
  return sql`name = ${slot((job) => guardOf(job).name)} AND version = ${version}`;
}

/** Reads the version of the object with a name. */
export function versionOf(table: string, name: string): Fragment {
  return sql`SELECT version FROM ${sql.table(table)} WHERE name = ${sql.value(name)}`;
}

/** Finds the name of another object than the one of a name that has a value of a unique index. */
export function ownerOf(
  table: string,
  index: { readonly column: string } | { readonly table: string },
  { name, value }: { readonly name: string; readonly value: SqlScalar },
): Fragment {
  const from = sql`SELECT o.name FROM ${sql.table(table)} AS o`;
  const other = sql`o.name <> ${sql.value(name)}`;
  if ("column" in index) return sql`${from} WHERE ${sql.id("o", index.column)} = ${sql.value(value)} AND ${other}`;
  return sql`${from} JOIN ${sql.table(index.table)} AS v ON v.object_id = o.id WHERE v.value = ${sql.value(value)} AND ${other}`;
}

/** The columns that a record is stored in, with PostgreSQL's types. */
export function recordColumns(model: StoredModel): readonly RowColumn<ObjectRecord>[] {
  return [
    { name: "name", type: "text", valueOf: ({ name }) => name },
    { name: "uid", type: "text", valueOf: ({ uid }) => uid },
    { name: "version", type: "bigint", valueOf: ({ version }) => version },
    { name: "schema", type: "bigint", valueOf: () => model.schema ?? 0 },
    { name: "created_at", type: "bigint", valueOf: ({ createdAt }) => createdAt },
    { name: "deleted_at", type: "bigint", valueOf: ({ deletedAt }) => deletedAt },
    { name: "data", bytesOf: ({ data }) => data },
    ...keyColumnsOf(model).map(({ name, column, type }) => ({
      name: column,
      type: columnTypes[type],
      valueOf: ({ indexValues }: ObjectRecord) => indexValues.get(name)?.[0] ?? null,
    })),
  ];
}

interface ColumnValue {
  readonly column: string;
  /** PostgreSQL's. */
  readonly type: string;
  readonly value: Fragment;
}

export function recordValues(
  model: StoredModel,
  dialect: SqlDialect,
  slot: SlotFor<ObjectRecord>,
): readonly ColumnValue[] {
  return recordColumns(model).map((column) =>
    "bytesOf" in column
      ? { column: column.name, type: "bytea", value: slot(column.bytesOf) }
      : { column: column.name, type: column.type, value: slot((record) => dialect.encode(column.valueOf(record))) },
  );
}
