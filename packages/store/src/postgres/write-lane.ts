import { setTimeout as delay } from "node:timers/promises";
import { CommitQueue, type QueuedWrite, type SettledWrite, settleWrite } from "../engine/commit-queue.js";
import { UnavailableError } from "../unavailable-error.js";
import type { WriteJob, WriteOutcome } from "../write-job.js";
import type { SchemaPool } from "./schema-pool.js";
import { type Attempt, attemptWrites } from "./write-attempt.js";
import type { WriteOptions } from "./write-transaction.js";

/** Writes that one commit takes, at most. */
const BATCH_LIMIT = 64;

/** The pause before a write that needs another transaction's lock is tried again. It doubles each time. */
const FIRST_PAUSE_MILLISECONDS = 10;
const LONGEST_PAUSE_MILLISECONDS = 100;

function lateError(attempt: Attempt): UnavailableError {
  const cause = "cause" in attempt ? attempt.cause : undefined;
  const message = "Another transaction of the database holds a lock that this write needs. Try again later.";
  return new UnavailableError(message, { cause });
}

/**
 * Writes to PostgreSQL. Writes that arrive during a commit, or in the same tick of the event loop, share a transaction; each is still atomic by
 * itself. None waits there for a lock of another transaction: while one needs such a lock, all writes of its table go apart.
 */
export class WriteLane {
  readonly #pool: SchemaPool;
  readonly #options: WriteOptions;
  /** How many writes of a table go apart. */
  readonly #apart = new Map<string, number>();
  #untried: ApartWrite[] = [];
  #trying: Promise<void> | undefined;
  readonly #queue = new CommitQueue<QueuedWrite>({
    limit: BATCH_LIMIT,
    gather: () => Promise.resolve(),
    commit: (batch) => this.#commit(batch),
  });

  /**
   * @param pool has two connections, whose sessions wait only briefly for a lock: one for the lane, one for all writes that go apart.
   */
  constructor(pool: SchemaPool, options: WriteOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  add(job: WriteJob): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      const write = { job, resolve, reject };
      if (this.#apart.has(job.model.table)) this.#putApart(write);
      else this.#queue.put(write);
    });
  }

  /** Resolves when nothing is waiting. */
  async idle(): Promise<void> {
    for (;;) {
      await this.#queue.idle();
      if (this.#trying === undefined) return;
      await this.#trying;
    }
  }

  async #commit(batch: readonly QueuedWrite[]): Promise<void> {
    let writes = this.#divert(batch);
    while (writes.length > 0) {
      const jobs = writes.map(({ job }) => job);
      const attempts = await attemptWrites(this.#pool, jobs, { ...this.#options, isApart: false });
      for (const [place, write] of writes.entries()) {
        const attempt = attempts[place];
        if (attempt === undefined || "outcome" in attempt || "error" in attempt) settleWrite(write, attempt);
        else if ("locked" in attempt) this.#putApart(write);
      }
      writes = this.#divert(writes.filter((_, place) => "again" in (attempts[place] ?? {})));
    }
  }

  /** Puts writes of tables whose writes go apart with those; returns the others. */
  #divert(writes: readonly QueuedWrite[]): readonly QueuedWrite[] {
    const isApart = ({ job }: QueuedWrite): boolean => this.#apart.has(job.model.table);
    for (const write of writes.filter(isApart)) this.#putApart(write);
    return writes.filter((write) => !isApart(write));
  }

  #putApart(write: QueuedWrite): void {
    const { table } = write.job.model;
    this.#apart.set(table, (this.#apart.get(table) ?? 0) + 1);
    this.#untried.push({ write, until: performance.now() + this.#options.lockMilliseconds });
    this.#trying ??= this.#tryApart();
  }

  /** Tries the writes that go apart, at intervals those that need locks of others, until none is left. Never rejects. */
  async #tryApart(): Promise<void> {
    const locked: ApartWrite[] = [];
    for (let pause = FIRST_PAUSE_MILLISECONDS; this.#untried.length + locked.length > 0;) {
      if (this.#untried.length === 0) {
        await delay(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_MILLISECONDS);
        this.#untried.push(...locked.splice(0));
      }
      const batch = this.#untried.splice(0, BATCH_LIMIT);
      const jobs = batch.map(({ write }) => write.job);
      const attempts = await attemptWrites(this.#pool, jobs, { ...this.#options, isApart: true });
      for (const [place, apart] of batch.entries()) {
        const attempt = attempts[place];
        if (attempt === undefined || "outcome" in attempt || "error" in attempt) this.#settleApart(apart, attempt);
        else if (performance.now() > apart.until) this.#settleApart(apart, { error: lateError(attempt) });
        else if ("again" in attempt) this.#untried.push(apart);
        else locked.push(apart);
      }
    }
    this.#trying = undefined;
  }

  #settleApart({ write }: ApartWrite, settled: SettledWrite | undefined): void {
    const { table } = write.job.model;
    const left = (this.#apart.get(table) ?? 1) - 1;
    if (left === 0) this.#apart.delete(table);
    else this.#apart.set(table, left);
    settleWrite(write, settled);
  }
}

/** A write that goes apart. */
interface ApartWrite {
  readonly write: QueuedWrite;
  /** When its time is up, on the clock of `performance.now()`. */
  readonly until: number;
}
