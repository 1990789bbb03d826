import { CommitQueue, type QueuedWrite } from "../commit-queue.js";
import type { WriteOutcome } from "../write-outcome.js";
import type { WriteJob } from "../write-job.js";
import { UnavailableError } from "../unavailable-error.js";
import type { PostgresPool } from "./database.js";
import { postgresTrouble } from "./postgres-trouble.js";
import { whyRefused } from "./why-refused.js";
import { isDatabaseError, isPassing, isUniqueViolation, isWithoutRevision, withClient } from "./with-client.js";
import { writeAlone } from "./write-alone.js";
import { writeTransaction } from "./write-transaction.js";

/** Writes that one commit takes, at most. */
const BATCH_LIMIT = 64;

/** How many times a write is repeated if its obstacle was gone when it was looked for. */
const ATTEMPTS = 5;

/**
 * Writes to PostgreSQL. Writes that arrive during a commit, or in the same turn of the event loop, share a transaction. Each write is still
 * atomic.
 */
export class WriteLane {
  readonly #pool: PostgresPool;
  readonly #queue = new CommitQueue({
    limit: BATCH_LIMIT,
    gather: () => Promise.resolve(),
    commit: (batch) => this.#commit(batch),
  });

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  add(job: WriteJob): Promise<WriteOutcome> {
    return this.#queue.add(job);
  }

  /** Resolves when nothing is waiting. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async #commit(batch: readonly QueuedWrite[]): Promise<void> {
    const [only, ...others] = batch;
    if (only !== undefined && others.length === 0) return this.#commitAlone(only);
    try {
      const jobs = batch.map(({ job }) => job);
      const outcomes = await withClient(this.#pool, (client) => writeTransaction(client, jobs));
      for (const [place, write] of batch.entries()) await this.#settle(write, outcomes[place]);
    } catch (error) {
      // A statement's error ended the transaction for all, so each is done again, alone. After any other error it is not known what was
      // done, or the server is the cause and each would fail in the same way.
      const isStatements = isDatabaseError(error) && postgresTrouble(error) === undefined;
      for (const write of batch) {
        if (isStatements) await this.#commitAlone(write);
        else write.reject(error);
      }
    }
    return undefined;
  }

  async #settle(write: QueuedWrite, outcome: WriteOutcome | undefined): Promise<void> {
    if (outcome === undefined) await this.#commitAlone(write);
    else write.resolve(outcome);
  }

  async #commitAlone({ job, resolve, reject }: QueuedWrite): Promise<void> {
    try {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const outcome = await this.#attempt(job);
        if (outcome !== undefined) return resolve(outcome);
      }
      reject(new UnavailableError("Other writes came first each time. Try again later.", { state: "busy" }));
    } catch (error) {
      reject(error);
    }
    return undefined;
  }

  /** The outcome of one write, or `undefined` if it must be tried again. */
  async #attempt(job: WriteJob): Promise<WriteOutcome | undefined> {
    try {
      const revision = await writeAlone(this.#pool, job);
      return revision === undefined ? await withClient(this.#pool, (client) => whyRefused(client, job)) : { revision };
    } catch (error) {
      if (isPassing(error)) return undefined;
      if (isWithoutRevision(error)) return { refused: "superseded" };
      if (isUniqueViolation(error)) return withClient(this.#pool, (client) => whyRefused(client, job));
      throw error;
    }
  }
}
