import { countAfter, IndexRecords } from "../engine/index-records.js";
import { indexesTo, moveStatement } from "../engine/mark-statements.js";
import type {
  FillOutcome,
  IndexableObject,
  IndexFill,
  IndexState,
  IndexStorage,
  IndexValues,
  LockTarget,
} from "../index-storage.js";
import { sqliteDialect } from "../sql/dialect.js";
import { objectsAfter, splitIndexes } from "../sql/fill-statements.js";
import { compileQuery, type Fragment, type RunSql, sql } from "../sql/sql.js";
import type { ObjectRecord } from "../store.js";
import { WalkLostError } from "../walk-marks.js";
import { type ColumnIndex, storedModel, type StoredModel } from "../stored-model.js";
import { valuesWriter } from "./copies-writer.js";
import type { SqliteDatabase } from "./database.js";
import { checkRunner, executeSql, type Prepared, prepareSql, sqliteChecks } from "./statements.js";
import { isUniqueViolation } from "./sqlite-trouble.js";
import type { SqliteWriter } from "./sqlite-writer.js";

/** Objects read at once: each may be large. */
const AT_ONCE = 20;

/** A batch ends early after this time, so that other requests are served between two batches. */
const MOST_MILLISECONDS = 4;

/** Never aborted: no other process has the database. */
const never = new AbortController().signal;

/**
 * Stores and builds indexes on SQLite. Objects are read and their index values computed on the main thread, where a plugin's functions are; the
 * writer writes them. Statements are prepared each time, since starts are rare.
 */
export class SqliteIndexStorage extends IndexRecords implements IndexStorage {
  readonly #database: SqliteDatabase;
  readonly #writer: SqliteWriter;

  constructor(database: SqliteDatabase, writer: SqliteWriter, run: RunSql) {
    const runAll = (statements: readonly Fragment[]): Promise<boolean> =>
      writer.chore(
        "executeAll",
        statements.map((statement) => compileQuery(sqliteDialect, statement)),
      );
    super(run, runAll, sql``);
    this.#database = database;
    this.#writer = writer;
  }

  locked<Result>(_target: LockTarget, use: (lost: AbortSignal) => Promise<Result>): Promise<Result> {
    return use(never);
  }

  /** Done by the writer: counting a million objects would block the main thread for too long. */
  override async countAfter(table: string, id: number): Promise<number> {
    const query = compileQuery(sqliteDialect, countAfter(table, id));
    const [row] = (await this.#writer.chore("execute", query)) as readonly { count: number }[];
    return row?.count ?? 0;
  }

  async fill(model: StoredModel, fill: IndexFill): Promise<FillOutcome> {
    const { indexes, valuesOf } = fill;
    const objects = this.#read(model, fill).map((object) => ({ ...object, values: valuesOf(object) }));
    const last = objects.at(-1)?.id;
    if (last === undefined) return { filled: 0 };
    const outcome = await this.#writer.chore("index", { model: storedModel(model), indexes, objects });
    if (outcome === "lost") return { lost: true };
    const clashing = outcome === "done" ? undefined : objects[outcome];
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
    const end = performance.now() + MOST_MILLISECONDS;
    const objects: IndexableObject[] = [];
    while (objects.length < limit && (objects.length === 0 || performance.now() < end)) {
      const range = { after: objects.at(-1)?.id ?? after, limit: Math.min(AT_ONCE, limit - objects.length) };
      const rows = executeSql(this.#database, objectsAfter(sqliteDialect, model.table, range)) as IndexableObject[];
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
interface IndexedObjects {
  readonly model: StoredModel;
  readonly indexes: readonly IndexState[];
  readonly objects: readonly IndexedObject[];
}

/**
 * Writes the index values of objects and saves the position of the indexes, in one transaction. An object that changed since it was read is
 * skipped: the write that changed it has set its values.
 *
 * @returns the place of the object whose unique value is taken, or that the indexes are not where they were; then nothing is done.
 */
export function fillIndexes(
  database: SqliteDatabase,
  { model, indexes, objects }: IndexedObjects,
): number | "done" | "lost" {
  const write = objectWriter(database, { model, indexes: indexes.map(({ index }) => index) });
  let place = 0;
  const transaction = database.transaction(() => {
    for (const [at, object] of objects.entries()) {
      place = at;
      write(object);
    }
    const position = objects.at(-1)?.id ?? 0;
    for (const move of indexesTo(position, indexes))
      if (executeSql(database, moveStatement(model.table, move)).length === 0) throw new WalkLostError(model.table);
  });
  try {
    transaction.immediate();
    return "done";
  } catch (error) {
    if (isUniqueViolation(error)) return place;
    if (error instanceof WalkLostError) return "lost";
    throw error;
  }
}

function objectWriter(
  database: SqliteDatabase,
  { model, indexes }: { readonly model: StoredModel; readonly indexes: readonly string[] },
): (object: IndexedObject) => void {
  const { single, multi } = splitIndexes(model.indexes, indexes);
  const unchanged = prepareSql<IndexedObject>(
    database,
    (slot) =>
      sql`SELECT 1 FROM ${sql.id(model.table)} WHERE id = ${slot(({ id }) => id)} AND data = ${slot(({ data }) => data)}`,
  );
  const writers = multi.map((index) => valuesWriter(database, index));
  const columns = single.length === 0 ? undefined : columnsWriter(database, model.table, single);
  return (object) => {
    if (unchanged.get(object) === undefined) return;
    columns?.run(object);
    for (const writer of writers) writer.update(object.id, { indexValues: object.values });
  };
}

/** Writes the values of some single-valued indexes. */
function columnsWriter(
  database: SqliteDatabase,
  table: string,
  indexes: readonly ColumnIndex[],
): Prepared<IndexedObject> {
  return prepareSql<IndexedObject>(database, (slot) => {
    const sets = indexes.map(({ name, column }) => {
      const value = slot(({ values }) => sqliteDialect.encode(values.get(name)?.[0] ?? null));
      return sql`${sql.id(column)} = ${value}`;
    });
    return sql`UPDATE ${sql.id(table)} SET ${sql.join(sets)} WHERE id = ${slot(({ id }) => id)}`;
  });
}
