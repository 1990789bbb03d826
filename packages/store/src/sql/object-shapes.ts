import type { ReferenceGuard } from "../reference-guard.js";
import type { StoredModel } from "../stored-model.js";
import type { IndexValue, IndexValueType } from "../index-value.js";
import type { ObjectRecord } from "../store.js";
import { postgresDialect, type SqlDialect } from "./dialect.js";
import type { RowColumn } from "./row-list.js";
import { compileShape, type Fragment, type Shape, type SlotFor, sql, where } from "./sql.js";

export interface NameInput {
  readonly name: string;
}

export interface ReplaceInput {
  readonly record: ObjectRecord;
  readonly expectedVersion: number;
}

export interface RemoveInput extends NameInput, Pick<ReferenceGuard, "unreferred"> {
  readonly expectedVersion: number;
}

/** The columns of a model's single-valued indexes. */
export function keyColumnsOf(
  model: StoredModel,
): readonly { readonly name: string; readonly column: string; readonly type: IndexValueType }[] {
  return model.indexes.flatMap(({ name, type, ...index }) =>
    index.multi ? [] : [{ name, type, column: index.column }],
  );
}

/** Reads one object's bytes by name. */
export function readShape(dialect: SqlDialect, { table }: Pick<StoredModel, "table">): Shape<NameInput> {
  return compileShape<NameInput>(dialect, (slot) => {
    const data = dialect.data(sql.id("o", "data"));
    return sql`SELECT o.version, ${data} AS data FROM ${sql.id(table)} AS o WHERE o.name = ${slot(({ name }) => name)}`;
  });
}

/** Stores a new object; returns its `id`. */
export function insertShape(dialect: SqlDialect, model: StoredModel): Shape<ObjectRecord> {
  return compileShape<ObjectRecord>(dialect, (slot) => sql`${insertObject(dialect, model, slot)} RETURNING id`);
}

/** Replaces the expected version of an object; returns its `id`, or no row. */
export function replaceShape(dialect: SqlDialect, model: StoredModel): Shape<ReplaceInput> {
  return compileShape<ReplaceInput>(
    dialect,
    (slot) => sql`${replaceObject(dialect, model, slot)} WHERE ${isReplaced(slot)} RETURNING id`,
  );
}

/** Removes the expected version of an object, and by cascade all that belongs to it; returns its `id`, or no row. */
export function removeShape(dialect: SqlDialect, model: StoredModel): Shape<RemoveInput> {
  return compileShape<RemoveInput>(
    dialect,
    (slot) => sql`${removeObject(model)} WHERE ${isRemoved(slot)} RETURNING id`,
  );
}

/** As {@link insertObject}, if all conditions hold. In a `SELECT` a value does not get its column's type, so each is cast. */
export function insertObjectIf(
  model: StoredModel,
  slot: SlotFor<ObjectRecord>,
  conditions: readonly Fragment[],
): Fragment {
  const columns = recordValues(model, postgresDialect, slot);
  const values = columns.map(({ value, type }) => sql`${value}::${sql.raw(type)}`);
  return sql`INSERT INTO ${sql.id(model.table)} (${sql.join(columns.map(({ column }) => sql.id(column)))})
 SELECT ${sql.join(values)}${where(conditions)}`;
}

export function insertObject(dialect: SqlDialect, model: StoredModel, slot: SlotFor<ObjectRecord>): Fragment {
  const columns = recordValues(model, dialect, slot);
  return sql`INSERT INTO ${sql.id(model.table)} (${sql.join(columns.map(({ column }) => sql.id(column)))})
 VALUES (${sql.join(columns.map(({ value }) => value))})`;
}

/** Stores a record in place of another. The caller adds the condition that finds the other. */
export function replaceObject(dialect: SqlDialect, model: StoredModel, slot: SlotFor<ReplaceInput>): Fragment {
  const columns = recordValues(model, dialect, (valueOf) => slot(({ record }) => valueOf(record)));
  const sets = columns
    .filter(({ column }) => column !== "name")
    .map(({ column, value }) => sql`${sql.id(column)} = ${value}`);
  return sql`UPDATE ${sql.id(model.table)} SET ${sql.join(sets)}`;
}

/** Removes objects. The caller adds the condition that finds them. */
export function removeObject({ table }: StoredModel): Fragment {
  return sql`DELETE FROM ${sql.id(table)}`;
}

/** True for the object to be replaced if it has the expected version. */
export function isReplaced(slot: SlotFor<ReplaceInput>): Fragment {
  return sql`name = ${slot(({ record }) => record.name)} AND version = ${slot(({ expectedVersion }) => expectedVersion)}`;
}

/** True for the object to be removed if it has the expected version. */
export function isRemoved(slot: SlotFor<RemoveInput>): Fragment {
  return sql`name = ${slot(({ name }) => name)} AND version = ${slot(({ expectedVersion }) => expectedVersion)}`;
}

/** Reads the version of the object with a name. */
export function versionShape(dialect: SqlDialect, { table }: Pick<StoredModel, "table">): Shape<NameInput> {
  return compileShape<NameInput>(
    dialect,
    (slot) => sql`SELECT version FROM ${sql.id(table)} WHERE name = ${slot(({ name }) => name)}`,
  );
}

export interface OwnerInput extends NameInput {
  readonly value: IndexValue;
}

/** Finds the name of another object that has a value of a unique index. */
export function ownerShape(
  dialect: SqlDialect,
  table: string,
  index: { column: string } | { table: string },
): Shape<OwnerInput> {
  return compileShape<OwnerInput>(dialect, (slot) => {
    const value = slot(({ value: owned }) => dialect.encode(owned));
    const other = sql`o.name <> ${slot(({ name }) => name)}`;
    const from = sql`SELECT o.name FROM ${sql.id(table)} AS o`;
    if ("column" in index) return sql`${from} WHERE ${sql.id("o", index.column)} = ${value} AND ${other}`;
    return sql`${from} JOIN ${sql.id(index.table)} AS v ON v.object_id = o.id WHERE v.value = ${value} AND ${other}`;
  });
}

const postgresTypes: Readonly<Record<IndexValueType, string>> = {
  string: "text",
  integer: "bigint",
  int64: "bigint",
  timestamp: "bigint",
  number: "double precision",
  boolean: "boolean",
};

/** The columns that a record is stored in, with PostgreSQL's types. */
export function recordColumns(model: StoredModel): readonly RowColumn<ObjectRecord>[] {
  return [
    { name: "name", type: "text", valueOf: ({ name }) => name },
    { name: "version", type: "bigint", valueOf: ({ version }) => version },
    { name: "created_at", type: "bigint", valueOf: ({ createdAt }) => createdAt },
    { name: "deleted_at", type: "bigint", valueOf: ({ deletedAt }) => deletedAt },
    { name: "data", bytesOf: ({ data }) => data },
    ...keyColumnsOf(model).map(({ name, column, type }) => ({
      name: column,
      type: postgresTypes[type],
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

function recordValues(model: StoredModel, dialect: SqlDialect, slot: SlotFor<ObjectRecord>): readonly ColumnValue[] {
  return recordColumns(model).map((column) =>
    "bytesOf" in column
      ? { column: column.name, type: "bytea", value: slot(column.bytesOf) }
      : { column: column.name, type: column.type, value: slot((record) => dialect.encode(column.valueOf(record))) },
  );
}
