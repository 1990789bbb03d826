import type { ObjectRecord } from "../store.js";
import type { StoredModel } from "../stored-model.js";
import { IndexRecords } from "../index-records.js";
import type { FillOutcome, IndexableObject, IndexFill, IndexStorage, LockTarget } from "../index-storage.js";
import { sqliteDialect } from "../sql/dialect.js";
import { fillColumnsShape, splitIndexes } from "../sql/fill-shapes.js";
import { moveIndexShape, objectsAfterShape, type AfterInput } from "../sql/index-shapes.js";
import type { Shape } from "../sql/shape.js";
import { valuesWriter } from "./copies-writer.js";
import { isUniqueViolation, OwnerFinder } from "./model-writer.js";
import type { SqliteDatabase } from "./open-database.js";
import { prepare, type Prepared } from "./prepared.js";

/** Objects that are read at once: each may be large. */
const AT_ONCE = 20;

/** A stretch that takes longer has fewer objects than wanted: others are served between two of them. */
const MOST_MILLISECONDS = 4;

/** Keeps and builds indexes on SQLite. Its statements are prepared anew each time: starts are rare. */
export class SqliteIndexStorage extends IndexRecords implements IndexStorage {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super(sqliteDialect, (shape, input) => runOn(database, shape, input));
    this.#database = database;
  }

  locked<Result>(_target: LockTarget, use: () => Promise<Result>): Promise<Result> {
    return use();
  }

  async fill(model: StoredModel, fill: IndexFill): Promise<FillOutcome> {
    const { valuesOf } = fill;
    const objects = prepare(this.#database, objectsAfterShape(sqliteDialect, model.table));
    const write = this.#filler(model, fill);
    let current: IndexableObject | undefined;
    try {
      return this.#database.transaction((): FillOutcome => {
        let filled = 0;
        let last: number | undefined;
        for (const object of nextObjects(objects, fill)) {
          current = object;
          write(object);
          filled += 1;
          last = object.id;
        }
        if (last !== undefined) this.#move(model.table, fill.indexes, last);
        return { filled, ...(last === undefined ? {} : { last }) };
      })();
    } catch (error) {
      if (current === undefined || !isUniqueViolation(error)) throw error;
      return this.#clash(model, { name: current.name, indexValues: valuesOf(current) }, error);
    }
  }

  /** The rest of the stretch is undone, and the object that clashed is known: it is named at once. */
  #clash(model: StoredModel, record: Pick<ObjectRecord, "name" | "indexValues">, error: unknown): FillOutcome {
    const taken = new OwnerFinder(this.#database, model).find(record);
    // The value may have been taken by an object of the same stretch, whose own values are undone by now.
    if (taken === undefined) return { clash: "somewhere" };
    if (taken.owner === record.name) throw error;
    return { clash: { ...taken, object: record.name } };
  }

  #filler(model: StoredModel, { indexes, valuesOf }: IndexFill): (object: IndexableObject) => void {
    const { single, multi } = splitIndexes(model.indexes, indexes);
    const columns =
      single.length === 0 ? undefined : prepare(this.#database, fillColumnsShape(sqliteDialect, model.table, single));
    const writers = multi.map((index) => valuesWriter(this.#database, index));
    return (object) => {
      const values = valuesOf(object);
      columns?.run({ id: object.id, values });
      for (const writer of writers) writer.update(object.id, { indexValues: values });
    };
  }

  #move(table: string, indexes: readonly string[], position: number): void {
    const move = prepare(this.#database, moveIndexShape(sqliteDialect));
    for (const index of indexes) move.run({ table, index, position });
  }
}

/** The next objects, some read at a time, until they are as many as wanted or their time is up. */
function* nextObjects(
  objects: Prepared<AfterInput>,
  { after, limit }: Pick<IndexFill, "after" | "limit">,
): Generator<IndexableObject, void, undefined> {
  const end = performance.now() + MOST_MILLISECONDS;
  let last = after;
  for (let left = limit; left > 0 && (left === limit || performance.now() < end);) {
    const rows = objects.all({ after: last, limit: Math.min(AT_ONCE, left) }) as IndexableObject[];
    if (rows.length === 0) return;
    yield* rows;
    last = rows.at(-1)?.id ?? last;
    left -= rows.length;
  }
}

async function runOn<Input, Row extends object>(
  database: SqliteDatabase,
  shape: Shape<Input>,
  input: Input,
): Promise<readonly Row[]> {
  const statement = database.prepare(shape.sql);
  if (statement.reader) return statement.all(shape.bind(input)) as Row[];
  statement.run(shape.bind(input));
  return [];
}
