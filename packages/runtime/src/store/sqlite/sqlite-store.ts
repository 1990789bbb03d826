import type { ListPlan } from "../../list/list-plan.js";
import type { ModelDescriptor } from "../../model/model-descriptor.js";
import { defaultTuning, type ListTuning } from "../lists/list-tuning.js";
import { memoized } from "../memoized.js";
import { changesAfterShape, revisionShape, type ChangesAfterInput } from "../sql/change-shapes.js";
import { sqliteDialect } from "../sql/dialect.js";
import type { ListTables } from "../sql/list-statement.js";
import { readShape, type NameInput } from "../sql/object-shapes.js";
import type { Change, ListPage, ObjectRecord, Removal, Store, StoredBytes, WriteOutcome } from "../store.js";
import { ListReader } from "./list-reader.js";
import { modelWriter, type ModelWriter } from "./model-writer.js";
import type { SqliteDatabase } from "./open-database.js";
import { prepare, type Prepared } from "./prepared.js";
import { ReaderPool } from "./reader-pool.js";
import { WriteQueue } from "./write-queue.js";

export interface SqliteStoreOptions {
  /** Threads that read lists of a database in a file. */
  readonly readers?: number;
  /** How long the consumer of a list of all items may take for a batch of them. Default a minute. */
  readonly stallMilliseconds?: number;
  readonly tuning?: ListTuning;
}

/** What answers lists. */
interface Lists {
  list(tables: ListTables, plan: ListPlan): Promise<ListPage>;
  close(): Promise<void>;
}

/** Objects in an SQLite database, embedded in this process. */
export class SqliteStore implements Store {
  readonly #database: SqliteDatabase;
  readonly #queue: WriteQueue;
  readonly #listeners = new Set<() => void>();
  readonly #writers = new Map<ModelDescriptor, ModelWriter>();
  readonly #reads = new Map<ModelDescriptor, Prepared<NameInput>>();
  readonly #revision: Prepared<void>;
  readonly #changesAfter: Prepared<ChangesAfterInput>;

  readonly #lists: Lists;

  constructor(database: SqliteDatabase, options: SqliteStoreOptions = {}) {
    const { readers, stallMilliseconds = 60_000, tuning = defaultTuning } = options;
    this.#database = database;
    this.#lists = database.memory
      ? inlineLists(database, tuning)
      : new ReaderPool({ file: database.name, stallMilliseconds, tuning, ...(readers === undefined ? {} : { threads: readers }) });
    database.exec("INSERT INTO cmgen_revision (id, revision) VALUES (1, 0) ON CONFLICT DO NOTHING");
    this.#revision = prepare(database, revisionShape(sqliteDialect));
    this.#changesAfter = prepare(database, changesAfterShape(sqliteDialect));
    this.#queue = new WriteQueue(database, {
      writerOf: ({ model }) => memoized(this.#writers, model, () => modelWriter(database, model)),
      committed: () => this.#notify(),
    });
  }

  async read(model: ModelDescriptor, name: string): Promise<StoredBytes | undefined> {
    const statement = memoized(this.#reads, model, () => prepare(this.#database, readShape(sqliteDialect, model)));
    return statement.get({ name }) as StoredBytes | undefined;
  }

  list({ table, labelTable }: ModelDescriptor, plan: ListPlan): Promise<ListPage> {
    return this.#lists.list({ table, labelTable }, plan);
  }

  create(model: ModelDescriptor, record: ObjectRecord): Promise<WriteOutcome> {
    return this.#queue.add({ write: "create", model, record });
  }

  replace(model: ModelDescriptor, record: ObjectRecord, expectedVersion: number): Promise<WriteOutcome> {
    return this.#queue.add({ write: "replace", model, record, expectedVersion });
  }

  remove(model: ModelDescriptor, removal: Removal): Promise<WriteOutcome> {
    return this.#queue.add({ write: "remove", model, ...removal });
  }

  async revision(): Promise<number> {
    return (this.#revision.get() as { revision: number }).revision;
  }

  async changesAfter(revision: number, limit: number): Promise<readonly Change[]> {
    return this.#changesAfter.all({ revision, limit }) as Change[];
  }

  onChange(listener: () => void): () => void {
    const entry = (): void => listener();
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  async close(): Promise<void> {
    this.#queue.flush();
    await this.#lists.close();
    this.#database.close();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/**
 * A database in memory has one connection only: its lists are read on it, and a list of all items is read at once, since nothing can be
 * written while a statement is half read.
 */
function inlineLists(database: SqliteDatabase, tuning: ListTuning): Lists {
  const reader = new ListReader(database, tuning);
  return {
    list: async (tables, plan) => {
      if (plan.window.by !== "all") return reader.list(tables, plan);
      const { next, close, ...start } = reader.open(tables, plan);
      try {
        return { ...start, hasNext: false, items: next(Infinity) };
      } finally {
        close();
      }
    },
    close: async () => undefined,
  };
}
