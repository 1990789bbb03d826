import { setTimeout as delay } from "node:timers/promises";
import type { LimitFunction } from "p-limit";
import { type QueuedWrite, settleWrite } from "../engine/commit-queue.js";
import { UnavailableError } from "../unavailable-error.js";
import type { PostgresPool } from "./database.js";
import { attemptWrites, BATCH_LIMIT, type Attempt } from "./write-attempt.js";

/** The pause before a write that needs another transaction's lock is tried again. It doubles each time. */
const FIRST_PAUSE_MILLISECONDS = 10;
const LONGEST_PAUSE_MILLISECONDS = 200;

const LOCKED = "Another transaction of the database holds a lock that this write needs. Try again later.";

interface LockedTableOptions {
  readonly pool: PostgresPool;
  /** Lets the locked tables use the pool's connection one after another. */
  readonly oneAtATime: LimitFunction;
  /** How long a write may wait for a lock, in milliseconds. */
  readonly milliseconds: number;
  /** Called when the lock is released, with the writes that arrived in the meantime. */
  readonly unlocked: (writes: readonly QueuedWrite[]) => void;
}

interface WaitingWrite {
  readonly write: QueuedWrite;
  /** On the clock of `performance.now()`. */
  readonly until: number;
  /** The database's error when it was last tried, if there was one. */
  readonly cause?: unknown;
}

/**
 * The writes of a table in which another transaction has locked one object, some or all. No write waits for the lock on a connection: those that
 * need it are tried again at intervals, and the others are done.
 */
export class LockedTable {
  readonly #options: LockedTableOptions;
  #waiting: WaitingWrite[] = [];
  #locked: WaitingWrite[] = [];
  #retryAt = 0;
  #nextPause = FIRST_PAUSE_MILLISECONDS;
  #wake = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: LockedTableOptions) {
    this.#options = options;
  }

  add(write: QueuedWrite): void {
    this.#waiting.push({ write, until: performance.now() + this.#options.milliseconds });
    this.#wake.abort();
    this.#running ??= this.#run();
  }

  /** Resolves when nothing is waiting. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    do {
      if (this.#waiting.length === 0) await this.#pause();
      if (performance.now() >= this.#retryAt) this.#waiting.push(...this.#locked.splice(0));
      this.#waiting = refuseLate(this.#waiting);
      this.#locked = refuseLate(this.#locked);
      const batch = this.#waiting.splice(0, BATCH_LIMIT);
      if (batch.length > 0) await this.#options.oneAtATime(() => this.#commit(batch));
    } while (this.#locked.length > 0);
    this.#options.unlocked(this.#waiting.map(({ write }) => write));
  }

  /** Waits until it is time to try again, or another write arrives. */
  async #pause(): Promise<void> {
    this.#wake = new AbortController();
    const { signal } = this.#wake;
    await delay(Math.max(0, this.#retryAt - performance.now()), undefined, { signal }).catch(() => undefined);
  }

  async #commit(batch: readonly WaitingWrite[]): Promise<void> {
    const { pool, milliseconds } = this.#options;
    const jobs = batch.map(({ write }) => write.job);
    const attempts = await attemptWrites(pool, jobs, { revisionMilliseconds: milliseconds, locksTable: true });
    for (const [place, waiting] of batch.entries()) this.#settle(waiting, attempts[place]);
  }

  #settle(waiting: WaitingWrite, attempt: Attempt | undefined): void {
    if (attempt === undefined || "again" in attempt) this.#waiting.push(waiting);
    else if ("outcome" in attempt || "error" in attempt) settleWrite(waiting.write, attempt);
    else {
      if (this.#locked.length === 0) this.#planRetry();
      this.#locked.push({ ...waiting, cause: attempt.cause });
    }
  }

  #planRetry(): void {
    this.#retryAt = performance.now() + this.#nextPause;
    this.#nextPause = Math.min(this.#nextPause * 2, LONGEST_PAUSE_MILLISECONDS);
  }
}

/** Refuses writes whose time is up; returns the others. */
function refuseLate(writes: readonly WaitingWrite[]): WaitingWrite[] {
  const now = performance.now();
  return writes.filter(({ write, until, cause }) => {
    if (until <= now) write.reject(new UnavailableError(LOCKED, { cause }));
    return until > now;
  });
}
