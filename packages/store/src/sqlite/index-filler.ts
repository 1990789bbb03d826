import type { IndexValues } from "../index-storage.js";
import { sqliteDialect } from "../sql/dialect.js";
import { fillColumnsShape, splitIndexes } from "../sql/fill-shapes.js";
import { moveIndexShape, unchangedShape } from "../sql/index-shapes.js";
import type { StoredModel } from "../stored-model.js";
import { valuesWriter } from "./copies-writer.js";
import { isUniqueViolation } from "./model-writer.js";
import type { SqliteDatabase } from "./open-database.js";
import { prepare } from "./prepared.js";

/** An object as it was read, and its index values. */
export interface IndexedObject {
  readonly id: number;
  readonly data: Uint8Array;
  readonly values: IndexValues;
}

/** Objects in the order of their ids, whose values are to be written to some indexes. */
export interface IndexedObjects {
  readonly model: StoredModel;
  readonly indexes: readonly string[];
  readonly objects: readonly IndexedObject[];
}

/**
 * Writes the index values of objects and saves the position of the indexes, in one transaction. An object that changed since it was read is
 * skipped: the write that changed it has set its values.
 *
 * @returns the place of the object whose unique value is taken, in which case nothing is done; else undefined.
 */
export function fillIndexes(database: SqliteDatabase, { model, indexes, objects }: IndexedObjects): number | undefined {
  const write = objectWriter(database, { model, indexes });
  let place = 0;
  const transaction = database.transaction(() => {
    for (const [at, object] of objects.entries()) {
      place = at;
      write(object);
    }
    const move = prepare(database, moveIndexShape(sqliteDialect));
    const position = objects.at(-1)?.id ?? 0;
    for (const index of indexes) move.run({ table: model.table, index, position });
  });
  try {
    transaction.immediate();
    return undefined;
  } catch (error) {
    if (isUniqueViolation(error)) return place;
    throw error;
  }
}

function objectWriter(
  database: SqliteDatabase,
  { model, indexes }: Pick<IndexedObjects, "model" | "indexes">,
): (object: IndexedObject) => void {
  const { single, multi } = splitIndexes(model.indexes, indexes);
  const unchanged = prepare(database, unchangedShape(sqliteDialect, model.table));
  const columns =
    single.length === 0 ? undefined : prepare(database, fillColumnsShape(sqliteDialect, model.table, single));
  const writers = multi.map((index) => valuesWriter(database, index));
  return ({ id, data, values }) => {
    if (unchanged.get({ id, data }) === undefined) return;
    columns?.run({ id, values });
    for (const writer of writers) writer.update(id, { indexValues: values });
  };
}
