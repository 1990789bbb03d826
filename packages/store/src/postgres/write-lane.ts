import pLimit from "p-limit";
import { setTimeout as delay } from "node:timers/promises";
import { CommitQueue, type QueuedWrite, settleWrite } from "../engine/commit-queue.js";
import { memoized } from "../memoized.js";
import { UnavailableError } from "../unavailable-error.js";
import type { WriteJob, WriteOutcome } from "../write-job.js";
import type { PostgresPool } from "./database.js";
import { attemptWrites } from "./write-attempt.js";

/** Writes that one commit takes, at most. */
const BATCH_LIMIT = 64;

/** The pause before a write that needs another transaction's lock is tried again. It doubles each time. */
const FIRST_PAUSE_MILLISECONDS = 10;
const LONGEST_PAUSE_MILLISECONDS = 100;

const LOCKED = "Another transaction of the database holds a lock that this write needs. Try again later.";

/**
 * Writes to PostgreSQL. Writes that arrive during a commit, or in the same tick of the event loop, share a transaction; each is still atomic by
 * itself. None waits here for a lock of another transaction: while one needs such a lock, all writes of its table go apart, each by itself.
 */
export class WriteLane {
  readonly #pool: PostgresPool;
  readonly #milliseconds: number;
  /** The writes that go apart, by their table. */
  readonly #apart = new Map<string, Set<Promise<void>>>();
  readonly #oneAtATime = pLimit(1);
  readonly #queue = new CommitQueue({
    limit: BATCH_LIMIT,
    gather: () => Promise.resolve(),
    commit: (batch) => this.#commit(batch),
  });

  /**
   * @param pool has two connections, whose sessions wait only briefly for a lock: one for the lane, one for all writes that go apart.
   * @param milliseconds how long a write may wait for a lock.
   */
  constructor(pool: PostgresPool, milliseconds: number) {
    this.#pool = pool;
    this.#milliseconds = milliseconds;
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
      if (this.#apart.size === 0) return;
      await Promise.all([...this.#apart.values()].flatMap((writes) => [...writes]));
    }
  }

  async #commit(batch: readonly QueuedWrite[]): Promise<void> {
    let writes = this.#divert(batch);
    while (writes.length > 0) {
      const jobs = writes.map(({ job }) => job);
      const attempts = await attemptWrites(this.#pool, jobs, { lockMilliseconds: this.#milliseconds, isApart: false });
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
    const writes = memoized(this.#apart, table, () => new Set<Promise<void>>());
    const settled = this.#writeApart(write);
    writes.add(settled);
    void settled.then(() => {
      writes.delete(settled);
      if (writes.size === 0) this.#apart.delete(table);
    });
  }

  /** Tries a write at intervals, until nobody holds a lock that it needs. Never rejects. */
  async #writeApart(write: QueuedWrite): Promise<void> {
    const until = performance.now() + this.#milliseconds;
    const options = { lockMilliseconds: this.#milliseconds, isApart: true };
    for (let pause = FIRST_PAUSE_MILLISECONDS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLISECONDS)) {
      const [attempt] = await this.#oneAtATime(() => attemptWrites(this.#pool, [write.job], options));
      if (attempt === undefined || "outcome" in attempt || "error" in attempt) return settleWrite(write, attempt);
      if (performance.now() + pause > until) {
        const cause = "locked" in attempt ? attempt.cause : undefined;
        return write.reject(new UnavailableError(LOCKED, { cause }));
      }
      await delay(pause);
    }
  }
}
