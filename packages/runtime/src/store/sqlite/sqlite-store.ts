import type { ListPlan } from "../../list/list-plan.js";
import type { ModelDescriptor } from "../../model/model-descriptor.js";
import { trimRegularly, type TrimmableLog } from "../change-retention.js";
import type { CommitQueue } from "../commit-queue.js";
import type { IndexStorage } from "../index-storage.js";
import { Listeners } from "../listeners.js";
import { memoized } from "../memoized.js";
import {
  changesAfterShape,
  oldestChangesShape,
  oldestRevisionShape,
  revisionShape,
  trimChangesShape,
  type ChangesAfterInput,
} from "../sql/change-shapes.js";
import { sqliteDialect } from "../sql/dialect.js";
import { readShape, type NameInput } from "../sql/object-shapes.js";
import type { StoredModel } from "../stored-model.js";
import type { StoreSettings } from "../store-settings.js";
import type { Change, ListPage, ObjectRecord, Removal, Store, StoredBytes } from "../store.js";
import type { WriteOutcome } from "../write-outcome.js";
import { defaultQuickCommit, type QuickCommit } from "./commit-pace.js";
import { fileLists } from "./file-lists.js";
import { FileWriter } from "./file-writer.js";
import { watchForeignChanges } from "./foreign-changes.js";
import { inlineLists, type SqliteLists } from "./inline-lists.js";
import { inlineWriter, type SqliteWriter } from "./inline-writer.js";
import { isBusy, type SqliteDatabase } from "./open-database.js";
import { prepare, type Prepared } from "./prepared.js";
import { SqliteIndexStorage } from "./sqlite-index-storage.js";
import { SqliteLocks } from "./sqlite-locks.js";
import { writeQueue } from "./write-queue.js";

export interface SqliteStoreOptions extends StoreSettings {
  /** Threads that read lists of a database in a file. Default: one less than the machine can run at once, at least 2, at most 4. */
  readonly readers?: number;
  /** When a write that is alone is done on the thread that serves; with 0 milliseconds never. Default: 16 commits on end below 1 ms. */
  readonly quickCommit?: QuickCommit;
}

interface RevisionRow {
  readonly revision: number;
}

/** Objects in an SQLite database, embedded in this process. */
export class SqliteStore implements Store {
  readonly indexes: IndexStorage;
  readonly locks: SqliteLocks;
  readonly #database: SqliteDatabase;
  readonly #writer: SqliteWriter;
  readonly #queue: CommitQueue;
  readonly #lists: SqliteLists;
  readonly #listeners = new Listeners();
  readonly #stopWatching: () => void;
  readonly #stopTrimming: () => Promise<void>;
  readonly #served = new Map<string, StoredModel>();
  readonly #reads = new Map<ModelDescriptor, Prepared<NameInput>>();
  readonly #revision: Prepared<void>;
  readonly #oldestRevision: Prepared<void>;
  readonly #changesAfter: Prepared<ChangesAfterInput>;

  constructor(database: SqliteDatabase, options: SqliteStoreOptions) {
    this.#database = database;
    // This connection writes nothing that is acknowledged: indexes that are built, and the log's trimming, can be done again.
    database.pragma("synchronous = NORMAL");
    database.exec("INSERT INTO cmgen_revision (id, revision) VALUES (1, 0) ON CONFLICT DO NOTHING");
    this.indexes = new SqliteIndexStorage(database);
    this.locks = new SqliteLocks(database);
    this.#revision = prepare(database, revisionShape(sqliteDialect));
    this.#oldestRevision = prepare(database, oldestRevisionShape(sqliteDialect));
    this.#changesAfter = prepare(database, changesAfterShape(sqliteDialect));
    this.#lists = database.memory
      ? inlineLists(database, options)
      : fileLists(database, { ...options, file: database.name });
    this.#writer = database.memory
      ? inlineWriter(database)
      : new FileWriter(database.name, options.quickCommit ?? defaultQuickCommit);
    this.#queue = writeQueue({
      run: (jobs, quiet) => this.#writer.run(jobs, quiet),
      committed: () => this.#listeners.notify(),
    });
    this.#stopWatching = watchForeignChanges(database, {
      changed: () => this.#listeners.notify(),
      failed: options.failed,
    });
    this.#stopTrimming = trimRegularly(this.#log(), options);
  }

  serve(table: StoredModel): void {
    this.#served.set(table.table, table);
  }

  async read(model: ModelDescriptor, name: string): Promise<StoredBytes | undefined> {
    const statement = memoized(this.#reads, model, () => prepare(this.#database, readShape(sqliteDialect, model)));
    return statement.get({ name }) as StoredBytes | undefined;
  }

  list(model: ModelDescriptor, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage> {
    const { group, plural, table, labelTable } = model;
    return this.#lists.list({ group, plural, table, labelTable }, plan, signal);
  }

  create(model: ModelDescriptor, record: ObjectRecord): Promise<WriteOutcome> {
    return this.#queue.add({ write: "create", model: this.#written(model), record });
  }

  replace(model: ModelDescriptor, record: ObjectRecord, expectedVersion: number): Promise<WriteOutcome> {
    return this.#queue.add({ write: "replace", model: this.#written(model), record, expectedVersion });
  }

  remove(model: ModelDescriptor, removal: Removal): Promise<WriteOutcome> {
    return this.#queue.add({ write: "remove", model: this.#written(model), ...removal });
  }

  async revision(): Promise<number> {
    return (this.#revision.get() as RevisionRow).revision;
  }

  async oldestRevision(): Promise<number> {
    return (this.#oldestRevision.get() as RevisionRow).revision;
  }

  async changesAfter(revision: number, limit: number): Promise<readonly Change[]> {
    return this.#changesAfter.all({ revision, limit }) as Change[];
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  isAway(error: unknown): boolean {
    return isBusy(error);
  }

  async close(): Promise<void> {
    this.#stopWatching();
    await this.#stopTrimming();
    await this.#queue.idle();
    await this.#writer.close();
    await this.#lists.close();
    await this.locks.close();
    this.#database.close();
  }

  #written(model: ModelDescriptor): StoredModel {
    return this.#served.get(model.table) ?? model;
  }

  #log(): TrimmableLog {
    const oldest = prepare(this.#database, oldestChangesShape(sqliteDialect));
    const trim = prepare(this.#database, trimChangesShape(sqliteDialect));
    return {
      newestRevision: () => this.revision(),
      oldest: async (limit) => oldest.all({ limit }) as { revision: number; at: number }[],
      trim: async (revision) => trim.run({ revision }),
    };
  }
}
