import type { StoredModel, TableIndex } from "../stored-model.js";
import { sqliteDialect } from "../sql/dialect.js";
import { type Fragment, type SlotFor, sql } from "../sql/sql.js";
import type { IndexValue } from "../index-value.js";
import type { ObjectRecord } from "../store.js";
import type { SqliteDatabase } from "./database.js";
import { prepareSql } from "./statements.js";

/** Updates the labels and index values of an object to match its record. Writes only what differs. */
export interface CopiesWriter<Record = ObjectRecord> {
  /** For an object that has no rows yet. */
  insert(objectId: number, record: Record): void;
  update(objectId: number, record: Record): void;
}

/** Writes labels and the values of all multi-valued indexes. */
export function copiesWriter(database: SqliteDatabase, model: StoredModel): CopiesWriter {
  const writers = [
    labelsWriter(database, model.labelTable),
    ...model.indexes.flatMap((index) => (index.multi ? [valuesWriter(database, index)] : [])),
  ];
  return {
    insert: (objectId, record) => {
      for (const writer of writers) writer.insert(objectId, record);
    },
    update: (objectId, record) => {
      for (const writer of writers) writer.update(objectId, record);
    },
  };
}

interface ObjectInput {
  readonly objectId: number;
}

interface ValueInput extends ObjectInput {
  readonly value: IndexValue;
}

/** Writes the values of one multi-valued index. */
export function valuesWriter(
  database: SqliteDatabase,
  { name, table: tableName }: Pick<TableIndex, "name" | "table">,
): CopiesWriter<Pick<ObjectRecord, "indexValues">> {
  const table = sql.id(tableName);
  const value = (slot: SlotFor<ValueInput>): Fragment => slot((input) => sqliteDialect.encode(input.value));
  const stored = prepareSql<ObjectInput>(database, (slot) => sql`SELECT value FROM ${table} WHERE ${ofObject(slot)}`, {
    bigints: true,
  });
  const add = prepareSql<ValueInput>(
    database,
    (slot) => sql`INSERT INTO ${table} (object_id, value) VALUES (${slot(objectIdOf)}, ${value(slot)})`,
  );
  const drop = prepareSql<ValueInput>(
    database,
    (slot) => sql`DELETE FROM ${table} WHERE ${ofObject(slot)} AND value = ${value(slot)}`,
  );
  const insert = (objectId: number, values: Iterable<IndexValue>): void => {
    for (const one of values) add.run({ objectId, value: one });
  };
  return {
    insert: (objectId, { indexValues }) => insert(objectId, indexValues.get(name) ?? []),
    update: (objectId, { indexValues }) => {
      const missing = new Map((indexValues.get(name) ?? []).map((one) => [keyOf(one), one]));
      for (const row of stored.all({ objectId }) as Pick<ValueInput, "value">[]) {
        if (!missing.delete(keyOf(row.value))) drop.run({ objectId, value: row.value });
      }
      insert(objectId, missing.values());
    },
  };
}

/** SQLite returns integers as bigints and booleans as 0 and 1. */
function keyOf(value: IndexValue): string {
  if (typeof value === "string") return `"${value}`;
  return typeof value === "boolean" ? String(Number(value)) : String(value);
}

interface LabelInput extends ObjectInput {
  readonly key: string;
  readonly value: string;
}

function labelsWriter(database: SqliteDatabase, tableName: string): CopiesWriter {
  const [table, KEY] = [sql.id(tableName), sql.id("key")];
  const stored = prepareSql<ObjectInput>(
    database,
    (slot) => sql`SELECT ${KEY}, value FROM ${table} WHERE ${ofObject(slot)}`,
  );
  const add = prepareSql<LabelInput>(
    database,
    (slot) => sql`INSERT INTO ${table} (object_id, ${KEY}, value)
 VALUES (${slot(objectIdOf)}, ${slot(({ key }) => key)}, ${slot(({ value }) => value)})`,
  );
  const drop = prepareSql<Omit<LabelInput, "value">>(
    database,
    (slot) => sql`DELETE FROM ${table} WHERE ${ofObject(slot)} AND ${KEY} = ${slot(({ key }) => key)}`,
  );
  const insert = (objectId: number, labels: Iterable<[string, string]>): void => {
    for (const [key, value] of labels) add.run({ objectId, key, value });
  };
  return {
    insert: (objectId, { labels }) => insert(objectId, labels),
    update: (objectId, { labels }) => {
      const missing = new Map(labels);
      for (const { key, value } of stored.all({ objectId }) as Omit<LabelInput, "objectId">[]) {
        if (missing.get(key) === value) missing.delete(key);
        else drop.run({ objectId, key });
      }
      insert(objectId, missing);
    },
  };
}

function ofObject(slot: SlotFor<ObjectInput>): Fragment {
  return sql`object_id = ${slot(objectIdOf)}`;
}

function objectIdOf({ objectId }: ObjectInput): number {
  return objectId;
}
