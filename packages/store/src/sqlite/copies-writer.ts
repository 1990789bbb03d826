import type { StoredModel, TableIndex } from "../stored-model.js";
import {
  deleteLabelShape,
  deleteValueShape,
  insertLabelShape,
  insertValueShape,
  labelsShape,
  valuesShape,
} from "../sql/copy-shapes.js";
import { sqliteDialect } from "../sql/dialect.js";
import type { IndexValue } from "../index-value.js";
import type { ObjectRecord } from "../store.js";
import type { SqliteDatabase } from "./database.js";
import { prepare } from "./statements.js";

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

/** Writes the values of one multi-valued index. */
export function valuesWriter(
  database: SqliteDatabase,
  { name, table }: Pick<TableIndex, "name" | "table">,
): CopiesWriter<Pick<ObjectRecord, "indexValues">> {
  const stored = prepare(database, valuesShape(sqliteDialect, table), { bigints: true });
  const add = prepare(database, insertValueShape(sqliteDialect, table));
  const drop = prepare(database, deleteValueShape(sqliteDialect, table));
  const insert = (objectId: number, values: Iterable<IndexValue>): void => {
    for (const value of values) add.run({ objectId, value });
  };
  return {
    insert: (objectId, { indexValues }) => insert(objectId, indexValues.get(name) ?? []),
    update: (objectId, { indexValues }) => {
      const missing = new Map((indexValues.get(name) ?? []).map((value) => [keyOf(value), value]));
      for (const { value } of stored.all({ objectId }) as { value: IndexValue }[]) {
        if (!missing.delete(keyOf(value))) drop.run({ objectId, value });
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

function labelsWriter(database: SqliteDatabase, table: string): CopiesWriter {
  const stored = prepare(database, labelsShape(sqliteDialect, table));
  const add = prepare(database, insertLabelShape(sqliteDialect, table));
  const drop = prepare(database, deleteLabelShape(sqliteDialect, table));
  const insert = (objectId: number, labels: Iterable<[string, string]>): void => {
    for (const [key, value] of labels) add.run({ objectId, key, value });
  };
  return {
    insert: (objectId, { labels }) => insert(objectId, labels),
    update: (objectId, { labels }) => {
      const missing = new Map(labels);
      for (const { key, value } of stored.all({ objectId }) as { key: string; value: string }[]) {
        if (missing.get(key) === value) missing.delete(key);
        else drop.run({ objectId, key });
      }
      insert(objectId, missing);
    },
  };
}
