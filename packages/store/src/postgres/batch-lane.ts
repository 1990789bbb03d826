import { setTimeout as delay } from "node:timers/promises";
import { UnavailableError } from "../unavailable-error.js";
import type { BatchOutcome, WriteBatch } from "../write-batch.js";
import { attemptBatch, type BatchAttempt, type BatchOptions } from "./batch-attempt.js";
import type { SchemaPool } from "./schema-pool.js";
import { isLockTimeout, isPassing } from "./postgres-trouble.js";
import { withClient } from "./with-client.js";
import type { WriteOptions } from "./write-transaction.js";

/** The longest pause before a batch is repeated after the first time. It doubles each time, so that batches which met do not meet again. */
const FIRST_PAUSE_MILLISECONDS = 10;
const LONGEST_PAUSE_MILLISECONDS = 200;

/**
 * Writes batches to PostgreSQL, each in a transaction of its own. They wait for locks of others, which is why they do not share connections with
 * single writes.
 */
export class BatchLane {
  readonly #pool: SchemaPool;
  readonly #options: WriteOptions;
  readonly #running = new Set<Promise<unknown>>();

  /** @param options for as long as a batch may wait for its revisions, it is also repeated. */
  constructor(pool: SchemaPool, options: WriteOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  async write(batch: WriteBatch): Promise<BatchOutcome> {
    const running = this.#repeat(batch);
    const settled = running.catch(() => undefined);
    this.#running.add(settled);
    try {
      return await running;
    } finally {
      this.#running.delete(settled);
    }
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async #repeat(batch: WriteBatch): Promise<BatchOutcome> {
    const until = performance.now() + this.#options.lockMilliseconds;
    const options = { ...this.#options, isCareful: false };
    for (let pause = FIRST_PAUSE_MILLISECONDS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLISECONDS)) {
      const attempt = await this.#attempt(batch, options);
      if ("outcome" in attempt) return attempt.outcome;
      if (attempt.again === "careful") options.isCareful = true;
      else if (performance.now() > until) throw new UnavailableError(LATE, { cause: attempt.cause });
      else await delay(Math.random() * pause);
    }
  }

  /** A deadlock, and a lock that was waited for too long, only mean that the transaction must be repeated. */
  async #attempt(batch: WriteBatch, options: BatchOptions): Promise<BatchAttempt> {
    try {
      return await withClient(this.#pool, (client) => attemptBatch(client, batch, options));
    } catch (error) {
      if (isPassing(error) || isLockTimeout(error)) return { again: "later", cause: error };
      throw error;
    }
  }
}

const LATE = "Other transactions of the database hold locks that these writes need. Try again later.";
