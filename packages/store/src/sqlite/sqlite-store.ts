import { EventEmitter } from "node:events";
import { setImmediate } from "node:timers/promises";
import type { ListPlan } from "../list-plan.js";
import { type ChangeSize, type TrimmableLog, trimRegularly } from "../change-retention.js";
import { CommitQueue, type QueuedWrite, settleWrite } from "../commit-queue.js";
import type { EvolutionStorage } from "../evolution-storage.js";
import type { IndexStorage } from "../index-storage.js";
import {
  type ChangesAfterInput,
  changesAfterShape,
  changeSizesShape,
  oldestRevisionShape,
  revisionShape,
  trimChangesShape,
} from "../sql/change-shapes.js";
import { sqliteDialect } from "../sql/dialect.js";
import { ScheduleRecords } from "../sql/schedule-records.js";
import type { ScheduleStorage } from "../schedule-storage.js";
import type { StoredModel } from "../stored-model.js";
import type { EngineSettings } from "../store-settings.js";
import type { EngineStore } from "../guarded-store.js";
import {
  type Change,
  changeBatch,
  type ListPage,
  type ObjectRecord,
  type Removal,
  type StoredBytes,
} from "../store.js";
import type { Trouble } from "../unavailable-error.js";
import type { WriteOutcome } from "../write-outcome.js";
import { FileGuard } from "./file-guard.js";
import { fileLists, inlineLists, type SqliteLists } from "./sqlite-lists.js";
import { watchForeignChanges } from "./foreign-changes.js";
import { ObjectReads } from "./object-reads.js";
import type { SqliteDatabase } from "./open-database.js";
import { prepare, type Prepared } from "./prepared.js";
import { SqliteEvolutionStorage } from "./sqlite-evolution-storage.js";
import { runOn, SqliteIndexStorage } from "./sqlite-index-storage.js";
import { SqliteLocks } from "./sqlite-locks.js";
import { inlineWriter, type SqliteWriter } from "./sqlite-writer.js";
import { sqliteTrouble } from "./sqlite-trouble.js";
import { WriterThread } from "./writer-thread.js";

/** Writes that one commit takes, at most. */
const BATCH_LIMIT = 256;

interface RevisionRow {
  readonly revision: number;
}

/**
 * Objects in an SQLite database, embedded in this process. The given connection only reads; the writer has the only one that writes, except
 * for a database in memory.
 */
export class SqliteStore implements EngineStore {
  readonly indexes: IndexStorage;
  readonly evolutions: EvolutionStorage;
  readonly schedules: ScheduleStorage;
  readonly locks: SqliteLocks;
  readonly #database: SqliteDatabase;
  readonly #writer: SqliteWriter;
  readonly #queue: CommitQueue;
  readonly #lists: SqliteLists;
  readonly #events = new EventEmitter<{ change: [] }>();
  /** Undefined for a database in memory. */
  readonly #guard: FileGuard | undefined;
  readonly #stopWatching: () => void;
  readonly #stopTrimming: () => Promise<void>;
  readonly #served = new Map<string, StoredModel>();
  readonly #reads: ObjectReads;
  readonly #revision: Prepared<void>;
  readonly #oldestRevision: Prepared<void>;
  readonly #changesAfter: Prepared<ChangesAfterInput>;

  constructor(database: SqliteDatabase, settings: EngineSettings) {
    this.#database = database;
    this.#guard = database.memory ? undefined : new FileGuard(database.name, settings.failed);
    this.locks = new SqliteLocks(database);
    this.#revision = prepare(database, revisionShape(sqliteDialect));
    this.#oldestRevision = prepare(database, oldestRevisionShape(sqliteDialect));
    this.#changesAfter = prepare(database, changesAfterShape(sqliteDialect));
    this.#reads = new ObjectReads(database);
    this.#lists = database.memory
      ? inlineLists(database, settings)
      : fileLists(database, { ...settings, file: database.name });
    this.#writer = database.memory
      ? inlineWriter(database)
      : new WriterThread({ file: database.name, busyMilliseconds: settings.timeouts.answerMilliseconds });
    this.indexes = new SqliteIndexStorage(database, this.#writer);
    this.evolutions = new SqliteEvolutionStorage(database, this.#writer);
    const writer = this.#writer;
    this.schedules = new ScheduleRecords(sqliteDialect, (shape, input) => runOn({ database, writer }, shape, input));
    // Callers that waited for a commit often write again right after it. One turn of the event loop lets them share the next one.
    this.#queue = new CommitQueue({
      limit: BATCH_LIMIT,
      gather: setImmediate,
      commit: (batch) => this.#commit(batch),
    });
    this.#stopWatching = watchForeignChanges(database, {
      changed: () => this.#events.emit("change"),
      failed: settings.failed,
    });
    this.#stopTrimming = trimRegularly(this.#log(), settings);
  }

  serve(table: StoredModel): void {
    this.#served.set(table.table, table);
  }

  read(model: StoredModel, name: string): Promise<StoredBytes | undefined> {
    return this.#reads.read(model, name);
  }

  list(model: StoredModel, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage> {
    const { group, plural, table, labelTable } = model;
    return this.#lists.list({ group, plural, table, labelTable }, plan, signal);
  }

  create(model: StoredModel, record: ObjectRecord): Promise<WriteOutcome> {
    return this.#queue.add({ write: "create", model: this.#written(model), record });
  }

  replace(model: StoredModel, record: ObjectRecord, expectedVersion: number): Promise<WriteOutcome> {
    return this.#queue.add({ write: "replace", model: this.#written(model), record, expectedVersion });
  }

  remove(model: StoredModel, removal: Removal): Promise<WriteOutcome> {
    return this.#queue.add({ write: "remove", model: this.#written(model), ...removal });
  }

  async revision(): Promise<number> {
    return (this.#revision.get() as RevisionRow).revision;
  }

  async oldestRevision(): Promise<number> {
    return (this.#oldestRevision.get() as RevisionRow).revision;
  }

  async changesAfter(revision: number, limit = changeBatch): Promise<readonly Change[]> {
    return this.#changesAfter.all({ revision, limit }) as Change[];
  }

  onChange(listener: () => void): () => void {
    this.#events.on("change", listener);
    return () => void this.#events.off("change", listener);
  }

  pools(): readonly [] {
    return [];
  }

  troubleOf(error: unknown): Trouble | undefined {
    return sqliteTrouble(error);
  }

  away(): undefined {
    return undefined;
  }

  unwritable(): string | undefined {
    return this.#guard?.problem;
  }

  /** There are no connections that could break. */
  async prepareRepeat(): Promise<void> {}

  async tryWrite(): Promise<void> {
    await this.#guarded(() =>
      this.#writer.execute({ sql: "UPDATE cmgen_revision SET revision = revision", values: [] }),
    );
  }

  async close(): Promise<void> {
    this.#stopWatching();
    this.#guard?.stop();
    await this.#stopTrimming();
    await this.#queue.idle();
    await this.#writer.close();
    await this.#lists.close();
    await this.#reads.close();
    await this.locks.close();
    this.#database.close();
  }

  async #commit(batch: readonly QueuedWrite[]): Promise<void> {
    try {
      const settled = await this.#guarded(() => this.#writer.run(batch.map(({ job }) => job)));
      for (const [place, write] of batch.entries()) settleWrite(write, settled[place]);
      this.#events.emit("change");
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** A commit to a file that was lost is not acknowledged, and nothing more is written to it. */
  async #guarded<Result>(write: () => Promise<Result>): Promise<Result> {
    if (this.#guard?.problem !== undefined) this.#guard.assertThere();
    const result = await write();
    this.#guard?.assertThere();
    return result;
  }

  #written(model: StoredModel): StoredModel {
    return this.#served.get(model.table) ?? model;
  }

  #log(): TrimmableLog {
    const sizes = prepare(this.#database, changeSizesShape(sqliteDialect));
    const { sql, bind } = trimChangesShape(sqliteDialect);
    return {
      sizesAfter: async (revision, count) => sizes.all({ revision, count }) as ChangeSize[],
      trim: async (revision) => void (await this.#writer.execute({ sql, values: bind({ revision }) })),
    };
  }
}
