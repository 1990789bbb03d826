import pLimit from "p-limit";
import { CommitQueue, type QueuedWrite, settleWrite } from "../engine/commit-queue.js";
import type { WriteJob, WriteOutcome } from "../write-job.js";
import type { PostgresPool } from "./database.js";
import { LockedTable } from "./locked-table.js";
import { attemptWrites, BATCH_LIMIT, type Attempt } from "./write-attempt.js";

/**
 * Writes to PostgreSQL. Writes that arrive during a commit, or in the same tick of the event loop, share a transaction; each is still atomic by
 * itself. None waits here for a lock of another transaction: from then on, writes of that table are handled by a {@link LockedTable}.
 */
export class WriteLane {
  readonly #pool: PostgresPool;
  readonly #milliseconds: number;
  readonly #locked = new Map<string, LockedTable>();
  readonly #oneAtATime = pLimit(1);
  readonly #queue = new CommitQueue({
    limit: BATCH_LIMIT,
    gather: () => Promise.resolve(),
    commit: (batch) => this.#commit(batch),
  });

  /**
   * @param pool has two connections, whose sessions wait only briefly for a lock: one for the lane, one for all locked tables.
   * @param milliseconds how long a write may wait for a lock.
   */
  constructor(pool: PostgresPool, milliseconds: number) {
    this.#pool = pool;
    this.#milliseconds = milliseconds;
  }

  add(job: WriteJob): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => this.#add({ job, resolve, reject }));
  }

  /** Resolves when nothing is waiting. */
  async idle(): Promise<void> {
    for (;;) {
      await this.#queue.idle();
      if (this.#locked.size === 0) return;
      await Promise.all([...this.#locked.values()].map((table) => table.idle()));
    }
  }

  #add(write: QueuedWrite): void {
    const table = this.#locked.get(write.job.model.table);
    if (table === undefined) this.#queue.put(write);
    else table.add(write);
  }

  async #commit(batch: readonly QueuedWrite[]): Promise<void> {
    const options = { revisionMilliseconds: this.#milliseconds, locksTable: false };
    let writes = this.#takeApart(batch);
    while (writes.length > 0) {
      const jobs = writes.map(({ job }) => job);
      const attempts = await attemptWrites(this.#pool, jobs, options);
      for (const [place, write] of writes.entries()) this.#settle(write, attempts[place]);
      writes = this.#takeApart(writes.filter((_, place) => "again" in (attempts[place] ?? {})));
    }
  }

  /** Passes the writes of locked tables on; returns the others. */
  #takeApart(writes: readonly QueuedWrite[]): readonly QueuedWrite[] {
    return writes.filter((write) => {
      const table = this.#locked.get(write.job.model.table);
      table?.add(write);
      return table === undefined;
    });
  }

  #settle(write: QueuedWrite, attempt: Attempt | undefined): void {
    if (attempt === undefined || "outcome" in attempt || "error" in attempt) settleWrite(write, attempt);
    else if ("locked" in attempt) this.#lockedTable(write.job.model.table).add(write);
  }

  #lockedTable(name: string): LockedTable {
    const known = this.#locked.get(name);
    if (known !== undefined) return known;
    const table = new LockedTable({
      pool: this.#pool,
      oneAtATime: this.#oneAtATime,
      milliseconds: this.#milliseconds,
      unlocked: () => void this.#locked.delete(name),
    });
    this.#locked.set(name, table);
    return table;
  }
}
