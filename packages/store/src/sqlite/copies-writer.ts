import type { IndexValue } from "../index-value.js";
import { copiesShape, deleteCopyShape, insertCopyShape, type CopyRow, type CopyTable } from "../sql/copy-shapes.js";
import { sqliteDialect } from "../sql/dialect.js";
import type { ObjectRecord } from "../store.js";
import type { StoredModel, TableIndex } from "../stored-model.js";
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
  const labels = { table: model.labelTable, columns: ["key", "value"] };
  const writers = [
    rowsWriter<ObjectRecord>(database, labels, (record) => record.labels),
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
  return rowsWriter(database, { table, columns: ["value"] }, ({ indexValues }) =>
    (indexValues.get(name) ?? []).map((value) => [value]),
  );
}

function rowsWriter<Record>(
  database: SqliteDatabase,
  table: CopyTable,
  rowsOf: (record: Record) => Iterable<CopyRow>,
): CopiesWriter<Record> {
  const stored = prepare(database, copiesShape(sqliteDialect, table), { bigints: true });
  const add = prepare(database, insertCopyShape(sqliteDialect, table));
  const drop = prepare(database, deleteCopyShape(sqliteDialect, table));
  const insert = (objectId: number, rows: Iterable<CopyRow>): void => {
    for (const row of rows) add.run({ objectId, row });
  };
  return {
    insert: (objectId, record) => insert(objectId, rowsOf(record)),
    update: (objectId, record) => {
      const missing = new Map(Array.from(rowsOf(record), (row) => [keyOf(row), row]));
      for (const columns of stored.all({ objectId }) as Readonly<{ [column: string]: IndexValue }>[]) {
        const row = Object.values(columns);
        if (!missing.delete(keyOf(row))) drop.run({ objectId, row });
      }
      insert(objectId, missing.values());
    },
  };
}

/** Equal for equal rows: SQLite returns integers as bigints and booleans as 0 and 1. */
function keyOf(row: CopyRow): string {
  return row.map(textOf).join();
}

function textOf(value: IndexValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  return typeof value === "boolean" ? String(Number(value)) : String(value);
}
