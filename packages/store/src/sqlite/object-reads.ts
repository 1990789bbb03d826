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

/** How long the main thread may wait for the disk in a second. */
const MILLISECONDS_PER_SECOND = 20;

/** The page cache of each: small, since pages that are read again are in the system's cache. */
const CACHE_KIBIBYTES = 2048;

/** They wait for the disk most of the time, so there may be more of them than processors. */
const THREADS = 4;

/**
 * Reads objects by name. While their pages are in a cache, the main thread reads them in microseconds. SQLite reads other pages from the disk,
 * and the main thread can do nothing else until it has them. If it has waited for the disk for too long, reads go to other threads, which are
 * started on first use. The pages that those read are then in the system's cache.
 */
export class ObjectReads {
  readonly #database: SqliteDatabase;
  readonly #budget: Pick<DiskBudget, "run">;
  readonly #statements = new Map<StoredModel, Prepared<NameInput>>();
  readonly #threads: ThreadPool<WorkerQuestion, unknown>;

  constructor(database: SqliteDatabase, worker: WorkerData, budget: Pick<DiskBudget, "run"> = new DiskBudget()) {
    this.#database = database;
    this.#budget = budget;
    const data = { ...worker, cacheKibibytes: CACHE_KIBIBYTES };
    this.#threads = new ThreadPool(THREADS, { module: "worker.js", data, name: "cmgen object reader" });
  }

  /** Throws what reading on this thread throws. It is not `async`, since every read would pay for one more promise. */
  read(model: StoredModel, name: string): Promise<StoredBytes | undefined> {
    const statement = memoized(this.#statements, model, () => prepare(this.#database, readShape(sqliteDialect, model)));
    // A database in memory has one connection, and no disk.
    if (this.#database.memory) return Promise.resolve(statement.get({ name }) as StoredBytes | undefined);
    const read = this.#budget.run(() => statement.get({ name }) as StoredBytes | undefined);
    if (read !== undefined) return Promise.resolve(read.result);
    return askWorker(this.#threads.next(), { ask: "read", input: { table: model.table, name } });
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}

/** What a budget measures. */
export interface DiskMeter {
  /** Milliseconds. */
  now(): number;
  /** How many times this process has read from a disk. */
  diskReads(): number;
}

const processMeter: DiskMeter = {
  now: () => performance.now(),
  diskReads: () => process.resourceUsage().fsRead,
};

/**
 * Limits how long a thread waits for the disk. Slow reads use the budget up, and it is refilled at a constant rate. A read that was slow because
 * the machine is busy does not count: then nothing was read from a disk.
 */
export class DiskBudget {
  readonly #meter: DiskMeter;
  #left = MILLISECONDS_PER_SECOND;
  #at: number;
  #diskReads: number;

  constructor(meter: DiskMeter = processMeter) {
    this.#meter = meter;
    this.#at = meter.now();
    this.#diskReads = meter.diskReads();
  }

  /** Runs a read, and takes its time from the budget if it was slow. Returns `undefined`, and does not run it, if the budget is used up. */
  run<Result>(read: () => Result): { readonly result: Result } | undefined {
    const began = this.#meter.now();
    if (this.#left <= 0) this.#refill(began);
    if (this.#left <= 0) return undefined;
    try {
      return { result: read() };
    } finally {
      this.#spend(began);
    }
  }

  #spend(began: number): void {
    const took = this.#meter.now() - began;
    if (took < SLOW_MILLISECONDS) return;
    const diskReads = this.#meter.diskReads();
    if (diskReads === this.#diskReads) return;
    this.#diskReads = diskReads;
    this.#refill(began);
    this.#left -= took;
  }

  #refill(now: number): void {
    const back = ((now - this.#at) * MILLISECONDS_PER_SECOND) / 1000;
    this.#left = Math.min(MILLISECONDS_PER_SECOND, this.#left + back);
    this.#at = now;
  }
}
