import type { StoredModel } from "../stored-model.js";
import { sqliteDialect } from "../sql/dialect.js";
import { type Fragment, type SlotFor, sql } from "../sql/sql.js";
import type { IndexValue } from "../index-value.js";
import type { ObjectRecord } from "../store.js";
import type { SqliteDatabase } from "./database.js";
import { prepareSql } from "./statements.js";

/** Updates the labels and index values of an object to match its record. Writes only what differs. */
export interface CopiesWriter {
  /** For an object that has no rows yet. */
  insert(objectId: number, record: ObjectRecord): void;
  update(objectId: number, record: ObjectRecord): void;
}

/** Writes labels and the values of all multi-valued indexes. */
export function copiesWriter(database: SqliteDatabase, model: StoredModel): CopiesWriter {
  const labels: CopyTable = {
    table: model.labelTable,
    columns: ["key", "value"],
    rowsOf: (record) => [...record.labels],
  };
  const values = model.indexes.flatMap(({ name, ...index }): readonly CopyTable[] => {
    const rowsOf = ({ indexValues }: ObjectRecord): readonly Row[] =>
      (indexValues.get(name) ?? []).map((value) => [value]);
    return index.multi ? [{ table: index.table, columns: ["value"], rowsOf }] : [];
  });
  const writers = [labels, ...values].map((table) => rowsWriter(database, table));
  return {
    insert: (objectId, record) => {
      for (const writer of writers) writer.insert(objectId, record);
    },
    update: (objectId, record) => {
      for (const writer of writers) writer.update(objectId, record);
    },
  };
}

/** The values of a row, in the order of its table's columns. */
type Row = readonly IndexValue[];

interface RowInput {
  readonly objectId: number;
  readonly row: Row;
}

/** A table of copies. An object has at most one row for each value of the first column. */
interface CopyTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rowsOf: (record: ObjectRecord) => readonly Row[];
}

function rowsWriter(database: SqliteDatabase, { table, columns, rowsOf }: CopyTable): CopiesWriter {
  const names = columns.map((column) => sql.id(column));
  const [first = sql``] = names;
  const ofObject = (slot: SlotFor<RowInput>): Fragment => sql`object_id = ${slot(({ objectId }) => objectId)}`;
  const valueOf = (slot: SlotFor<RowInput>, place: number): Fragment =>
    slot(({ row }) => sqliteDialect.encode(row[place] ?? null));
  const stored = prepareSql<RowInput>(
    database,
    (slot) => sql`SELECT ${sql.join(names)} FROM ${sql.id(table)} WHERE ${ofObject(slot)}`,
    { bigints: true },
  );
  const add = prepareSql<RowInput>(
    database,
    (slot) => sql`INSERT INTO ${sql.id(table)} (object_id, ${sql.join(names)})
 VALUES (${slot(({ objectId }) => objectId)}, ${sql.join(names.map((_, place) => valueOf(slot, place)))})`,
  );
  const drop = prepareSql<RowInput>(
    database,
    (slot) => sql`DELETE FROM ${sql.id(table)} WHERE ${ofObject(slot)} AND ${first} = ${valueOf(slot, 0)}`,
  );
  return {
    insert: (objectId, record) => {
      for (const row of rowsOf(record)) add.run({ objectId, row });
    },
    update: (objectId, record) => {
      const missing = new Map(rowsOf(record).map((row) => [keyOf(row), row]));
      for (const found of stored.all({ objectId, row: [] }) as { readonly [column: string]: IndexValue }[]) {
        const row = columns.map((column) => found[column] ?? "");
        if (!missing.delete(keyOf(row))) drop.run({ objectId, row });
      }
      for (const row of missing.values()) add.run({ objectId, row });
    },
  };
}

/** Equal for equal rows: SQLite returns integers as bigints and booleans as 0 and 1. */
function keyOf(row: Row): string {
  const keys = row.map((value) => (typeof value === "string" ? `"${value}` : String(sqliteDialect.encode(value))));
  return keys.join("\0");
}
