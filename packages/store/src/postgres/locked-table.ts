import { setTimeout as delay } from "node:timers/promises";
import type { LimitFunction } from "p-limit";
import { type QueuedWrite, settleWrite } from "../engine/commit-queue.js";
import { UnavailableError } from "../unavailable-error.js";
import type { PostgresPool } from "./database.js";
import { attemptWrites, BATCH_LIMIT } from "./write-attempt.js";

/** The pause before writes that need another transaction's lock are tried again. It doubles each time. */
const FIRST_PAUSE_MILLISECONDS = 10;
const LONGEST_PAUSE_MILLISECONDS = 100;

const LOCKED = "Another transaction of the database holds a lock that this write needs. Try again later.";

interface LockedTableOptions {
  readonly pool: PostgresPool;
  /** Lets the locked tables use the pool's connection one after another. */
  readonly oneAtATime: LimitFunction;
  /** How long a write may wait for a lock, in milliseconds. */
  readonly milliseconds: number;
  /** Called when nothing waits any more. */
  readonly unlocked: () => void;
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
  #running: Promise<void> | undefined;

  constructor(options: LockedTableOptions) {
    this.#options = options;
  }

  add(write: QueuedWrite): void {
    this.#waiting.push({ write, until: performance.now() + this.#options.milliseconds });
    this.#running ??= this.#run();
  }

  /** Resolves when nothing is waiting. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    let pause = FIRST_PAUSE_MILLISECONDS;
    let locked: readonly WaitingWrite[] = [];
    do {
      if (locked.length > 0 && this.#waiting.length === 0) {
        await delay(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_MILLISECONDS);
        this.#waiting.push(...locked);
        locked = [];
      }
      this.#waiting = refuseLate(this.#waiting);
      locked = refuseLate(locked);
      const batch = this.#waiting.splice(0, BATCH_LIMIT);
      if (batch.length > 0) locked = [...locked, ...(await this.#options.oneAtATime(() => this.#commit(batch)))];
    } while (this.#waiting.length > 0 || locked.length > 0);
    this.#options.unlocked();
  }

  /** Tries to do writes. Returns those that wait for a lock. */
  async #commit(batch: readonly WaitingWrite[]): Promise<readonly WaitingWrite[]> {
    const { pool, milliseconds } = this.#options;
    const jobs = batch.map(({ write }) => write.job);
    const attempts = await attemptWrites(pool, jobs, { revisionMilliseconds: milliseconds, locksTable: true });
    const locked: WaitingWrite[] = [];
    for (const [place, waiting] of batch.entries()) {
      const attempt = attempts[place];
      if (attempt === undefined || "again" in attempt) this.#waiting.push(waiting);
      else if ("locked" in attempt) locked.push({ ...waiting, cause: attempt.cause });
      else settleWrite(waiting.write, attempt);
    }
    return locked;
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
