import { setImmediate } from "node:timers/promises";
import type { ObjectRecord } from "../store.js";
import type { StoredModel } from "../stored-model.js";
import type { FillOutcome, IndexableObject, IndexFill, IndexState, IndexStorage } from "../index-storage.js";
import { sqliteDialect } from "../sql/dialect.js";
import { fillColumnsShape, splitIndexes } from "../sql/fill-shapes.js";
import {
  clearColumnShape,
  clearValuesShape,
  countAfterShape,
  forgetIndexShape,
  indexStatesShape,
  moveIndexShape,
  objectsAfterShape,
  saveIndexStateShape,
  type LimitInput,
} from "../sql/index-shapes.js";
import type { Shape } from "../sql/shape.js";
import { valuesWriter } from "./copies-writer.js";
import { isUniqueViolation, OwnerFinder } from "./model-writer.js";
import type { SqliteDatabase } from "./open-database.js";
import { prepare } from "./prepared.js";

/** Rows that one statement of a clearing changes. */
const CLEARED_AT_ONCE = 2000;

/** Keeps and builds indexes on SQLite. Its statements are prepared anew each time: starts are rare. */
export class SqliteIndexStorage implements IndexStorage {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  locked<Result>(_table: string, use: () => Promise<Result>): Promise<Result> {
    return use();
  }

  async states(table: string): Promise<readonly IndexState[]> {
    return prepare(this.#database, indexStatesShape(sqliteDialect)).all({ table }) as IndexState[];
  }

  async save(table: string, states: readonly IndexState[]): Promise<void> {
    const save = prepare(this.#database, saveIndexStateShape(sqliteDialect));
    this.#database.transaction(() => {
      for (const state of states) save.run({ table, ...state });
    })();
  }

  async forget(table: string, indexes: readonly string[]): Promise<void> {
    const forget = prepare(this.#database, forgetIndexShape(sqliteDialect));
    for (const index of indexes) forget.run({ table, index });
  }

  async clear(model: StoredModel, indexes: readonly string[]): Promise<void> {
    const { single, multi } = splitIndexes(model.indexes, indexes);
    for (const { column } of single) await this.#repeat(clearColumnShape(sqliteDialect, model.table, column));
    for (const { table } of multi) await this.#repeat(clearValuesShape(sqliteDialect, table));
  }

  async countAfter(table: string, id: number): Promise<number> {
    const count = prepare(this.#database, countAfterShape(sqliteDialect, table));
    return (count.get({ after: id }) as { count: number }).count;
  }

  async fill(model: StoredModel, fill: IndexFill): Promise<FillOutcome> {
    const { after, limit, valuesOf } = fill;
    const objects = prepare(this.#database, objectsAfterShape(sqliteDialect, model.table));
    const write = this.#filler(model, fill);
    let current: IndexableObject | undefined;
    try {
      return this.#database.transaction((): FillOutcome => {
        const rows = objects.all({ after, limit }) as IndexableObject[];
        for (current of rows) write(current);
        const last = rows.at(-1)?.id;
        if (last !== undefined) this.#move(model.table, fill.indexes, last);
        return { filled: rows.length, ...(last === undefined ? {} : { last }) };
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

  async #repeat(shape: Shape<LimitInput>): Promise<void> {
    const statement = prepare(this.#database, shape);
    while (statement.all({ limit: CLEARED_AT_ONCE }).length > 0) await setImmediate();
  }
}
