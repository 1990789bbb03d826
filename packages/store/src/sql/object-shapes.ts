import type { StoredModel } from "../stored-model.js";
import type { IndexValue } from "../index-value.js";
import type { ObjectRecord } from "../store.js";
import type { SqlDialect } from "./dialect.js";
import { compileShape, type Shape, type SlotFor } from "./shape.js";
import { sql, type Fragment } from "./sql.js";

export interface NameInput {
  readonly name: string;
}

export interface ReplaceInput {
  readonly record: ObjectRecord;
  readonly expectedVersion: number;
}

export interface RemoveInput extends NameInput {
  readonly expectedVersion: number;
}

/** The columns of a model's single-valued indexes. */
export function keyColumnsOf(model: StoredModel): readonly { readonly name: string; readonly column: string }[] {
  return model.indexes.flatMap((index) => (index.multi ? [] : [{ name: index.name, column: index.column }]));
}

/** Reads one object's bytes by name. */
export function readShape(dialect: SqlDialect, { table }: StoredModel): Shape<NameInput> {
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
  return compileShape<ReplaceInput>(dialect, (slot) => sql`${replaceObject(dialect, model, slot)} RETURNING id`);
}

/** Removes the expected version of an object, and by cascade all that belongs to it; returns its `id`, or no row. */
export function removeShape(dialect: SqlDialect, model: StoredModel): Shape<RemoveInput> {
  return compileShape<RemoveInput>(dialect, (slot) => sql`${removeObject(model, slot)} RETURNING id`);
}

export function insertObject(dialect: SqlDialect, model: StoredModel, slot: SlotFor<ObjectRecord>): Fragment {
  const columns = recordColumns(model, dialect, slot);
  return sql`INSERT INTO ${sql.id(model.table)} (${sql.join(columns.map(({ column }) => sql.id(column)))})
 VALUES (${sql.join(columns.map(({ value }) => value))})`;
}

export function replaceObject(dialect: SqlDialect, model: StoredModel, slot: SlotFor<ReplaceInput>): Fragment {
  const columns = recordColumns(model, dialect, (valueOf) => slot(({ record }) => valueOf(record)));
  const sets = columns
    .filter(({ column }) => column !== "name")
    .map(({ column, value }) => sql`${sql.id(column)} = ${value}`);
  const name = slot(({ record }) => record.name);
  const version = slot(({ expectedVersion }) => expectedVersion);
  return sql`UPDATE ${sql.id(model.table)} SET ${sql.join(sets)} WHERE name = ${name} AND version = ${version}`;
}

export function removeObject({ table }: StoredModel, slot: SlotFor<RemoveInput>): Fragment {
  const name = slot((input) => input.name);
  const version = slot(({ expectedVersion }) => expectedVersion);
  return sql`DELETE FROM ${sql.id(table)} WHERE name = ${name} AND version = ${version}`;
}

/** Reads the version of the object with a name. */
export function versionShape(dialect: SqlDialect, { table }: StoredModel): Shape<NameInput> {
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

interface ColumnValue {
  readonly column: string;
  readonly value: Fragment;
}

function recordColumns(model: StoredModel, dialect: SqlDialect, slot: SlotFor<ObjectRecord>): readonly ColumnValue[] {
  return [
    { column: "name", value: slot(({ name }) => name) },
    { column: "version", value: slot(({ version }) => version) },
    { column: "created_at", value: slot(({ createdAt }) => createdAt) },
    { column: "deleted_at", value: slot(({ deletedAt }) => deletedAt) },
    { column: "data", value: slot(({ data }) => data) },
    ...keyColumnsOf(model).map(({ name, column }) => ({
      column,
      value: slot(({ indexValues }) => dialect.encode(indexValues.get(name)?.[0] ?? null)),
    })),
  ];
}
