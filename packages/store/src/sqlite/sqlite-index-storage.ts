import { IndexRecords } from "../engine/index-records.js";
import type {
  FillOutcome,
  IndexableObject,
  IndexFill,
  IndexStorage,
  IndexValues,
  LockTarget,
} from "../index-storage.js";
import { sqliteDialect } from "../sql/dialect.js";
import { fillColumnsShape, splitIndexes } from "../sql/fill-shapes.js";
import { countAfterShape, moveIndexShape, objectsAfterShape, unchangedShape } from "../sql/index-shapes.js";
import type { RunShape } from "../sql/sql.js";
import type { ObjectRecord } from "../store.js";
import type { StoredModel } from "../stored-model.js";
import { valuesWriter } from "./copies-writer.js";
import { sqliteChecks } from "./model-writer.js";
import type { SqliteDatabase } from "./database.js";
import { checkRunner, prepare } from "./statements.js";
import { isUniqueViolation } from "./sqlite-trouble.js";
import type { SqliteWriter } from "./sqlite-writer.js";

/** Objects read at once: each may be large. */
const AT_ONCE = 20;

/** A batch ends early after this time, so that other requests are served between two batches. */
const MOST_MILLISECONDS = 4;

/**
 * Stores and builds indexes on SQLite. Objects are read and their index values computed on the main thread, where a plugin's functions are; the
 * writer writes them. Statements are prepared each time, since starts are rare.
 */
export class SqliteIndexStorage extends IndexRecords implements IndexStorage {
  readonly #database: SqliteDatabase;
  readonly #writer: SqliteWriter;

  constructor(database: SqliteDatabase, writer: SqliteWriter, run: RunShape) {
    super(sqliteDialect, run);
    this.#database = database;
    this.#writer = writer;
  }

  locked<Result>(_target: LockTarget, use: () => Promise<Result>): Promise<Result> {
    return use();
  }

  /** Done by the writer: counting a million objects would block the main thread for too long. */
  override async countAfter(table: string, id: number): Promise<number> {
    const { sql, bind } = countAfterShape(sqliteDialect, table);
    const [row] = (await this.#writer.execute({ sql, values: bind({ after: id }) })) as readonly { count: number }[];
    return row?.count ?? 0;
  }

  async fill(model: StoredModel, fill: IndexFill): Promise<FillOutcome> {
    const { indexes, valuesOf } = fill;
    const objects = this.#read(model, fill).map((object) => ({ ...object, values: valuesOf(object) }));
    const last = objects.at(-1)?.id;
    if (last === undefined) return { filled: 0 };
    const clash = await this.#writer.index({ model, indexes, objects });
    const clashing = clash === undefined ? undefined : objects[clash];
    if (clashing === undefined) return { filled: objects.length, last };
    return this.#clash(model, { name: clashing.name, indexValues: clashing.values });
  }

  /** The batch is rolled back, and the object that clashed is known, so it is reported at once. */
  #clash(model: StoredModel, record: Pick<ObjectRecord, "name" | "indexValues">): FillOutcome {
    const taken = checkRunner(this.#database)(sqliteChecks.valueTaken(model, record));
    // The owner may be an object of the same batch, which was rolled back, or may have given up the value in the meantime.
    return taken === undefined || taken.owner === record.name
      ? { clash: "somewhere" }
      : { clash: { ...taken, object: record.name } };
  }

  /** The next objects, read in parts, until the batch is full or its time is up. */
  #read(model: StoredModel, { after, limit }: Pick<IndexFill, "after" | "limit">): readonly IndexableObject[] {
    const statement = prepare(this.#database, objectsAfterShape(sqliteDialect, model.table));
    const end = performance.now() + MOST_MILLISECONDS;
    const objects: IndexableObject[] = [];
    while (objects.length < limit && (objects.length === 0 || performance.now() < end)) {
      const input = { after: objects.at(-1)?.id ?? after, limit: Math.min(AT_ONCE, limit - objects.length) };
      const rows = statement.all(input) as IndexableObject[];
      if (rows.length === 0) break;
      objects.push(...rows);
    }
    return objects;
  }
}

/** An object as it was read, and its index values. */
interface IndexedObject {
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
