import { memoized } from "../memoized.js";
import { sqliteDialect } from "../sql/dialect.js";
import { readShape, type NameInput } from "../sql/object-shapes.js";
import type { StoredModel } from "../stored-model.js";
import type { StoredBytes } from "../store.js";
import type { SqliteDatabase } from "./database.js";
import { prepare, type Prepared } from "./statements.js";
import { ThreadPool } from "./thread.js";
import type { WorkerData } from "./worker.js";
import { askWorker, type WorkerQuestion } from "./worker-thread.js";

/** A read that takes less has not waited for the disk, or only for a fast one. */
const SLOW_MILLISECONDS = 1;

/** For how many times as long as it has waited for the disk the main thread leaves reads to others: so it waits for 20 ms in a second. */
const REST = 50;

/** The page cache of each: small, since pages that are read again are in the system's cache. */
const CACHE_KIBIBYTES = 2048;

/** They wait for the disk most of the time, so there may be more of them than processors. */
const THREADS = 4;

/**
 * Reads objects by name. While their pages are in a cache, the main thread reads them in microseconds. SQLite reads other pages from the disk,
 * and the main thread can do nothing else until it has them. After that reads go to other threads for a while, which are started on first use. The
 * pages that those read are then in the system's cache. A read that was slow because the machine is busy does not count: then nothing was read
 * from a disk.
 */
export class ObjectReads {
  readonly #database: SqliteDatabase;
  readonly #diskReads: () => number;
  #knownDiskReads: number;
  /** Until when others read, on the clock of `performance.now()`. */
  #restsUntil = 0;
  readonly #statements = new Map<StoredModel, Prepared<NameInput>>();
  readonly #threads: ThreadPool<WorkerQuestion, unknown>;

  /** @param diskReads how many times this process has read from a disk. */
  constructor(database: SqliteDatabase, worker: WorkerData, diskReads = () => process.resourceUsage().fsRead) {
    this.#database = database;
    this.#diskReads = diskReads;
    this.#knownDiskReads = diskReads();
    const data = { ...worker, cacheKibibytes: CACHE_KIBIBYTES };
    this.#threads = new ThreadPool(THREADS, { module: "worker.js", data, name: "cmgen object reader" });
  }

  /** Throws what reading on this thread throws. It is not `async`, since every read would pay for one more promise. */
  read(model: StoredModel, name: string): Promise<StoredBytes | undefined> {
    const statement = memoized(this.#statements, model, () => prepare(this.#database, readShape(sqliteDialect, model)));
    // A database in memory has one connection, and no disk.
    if (this.#database.memory) return Promise.resolve(statement.get({ name }) as StoredBytes | undefined);
    const began = performance.now();
    if (began < this.#restsUntil)
      return askWorker(this.#threads.next(), { ask: "read", input: { table: model.table, name } });
    try {
      return Promise.resolve(statement.get({ name }) as StoredBytes | undefined);
    } finally {
      this.#spend(performance.now() - began);
    }
  }

  #spend(milliseconds: number): void {
    if (milliseconds < SLOW_MILLISECONDS) return;
    const diskReads = this.#diskReads();
    if (diskReads !== this.#knownDiskReads) this.#restsUntil = performance.now() + milliseconds * REST;
    this.#knownDiskReads = diskReads;
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
