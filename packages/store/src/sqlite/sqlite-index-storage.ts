import type { ObjectRecord } from "../store.js";
import type { StoredModel } from "../stored-model.js";
import { IndexRecords } from "../sql/index-records.js";
import type { FillOutcome, IndexableObject, IndexFill, IndexStorage, LockTarget } from "../index-storage.js";
import { sqliteDialect } from "../sql/dialect.js";
import { countAfterShape, objectsAfterShape } from "../sql/index-shapes.js";
import type { Shape } from "../sql/shape.js";
import { OwnerFinder } from "./model-writer.js";
import type { SqliteDatabase } from "./open-database.js";
import { prepare } from "./prepared.js";
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

  constructor(database: SqliteDatabase, writer: SqliteWriter) {
    super(sqliteDialect, (shape, input) => runOn({ database, writer }, shape, input));
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
    const taken = new OwnerFinder(this.#database, model).find(record);
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

interface Connections {
  readonly database: SqliteDatabase;
  readonly writer: SqliteWriter;
}

async function runOn<Input, Row extends object>(
  { database, writer }: Connections,
  { sql, bind }: Shape<Input>,
  input: Input,
): Promise<readonly Row[]> {
  const statement = database.prepare(sql);
  if (statement.readonly) return statement.all(bind(input)) as Row[];
  return (await writer.execute({ sql, values: bind(input) })) as readonly Row[];
}
