import { sqliteDialect } from "../sql/dialect.js";
import { insertChangeShape, takeRevisionsShape } from "../sql/change-shapes.js";
import type { WriteOutcome } from "../store.js";
import { changeOf, type WriteJob } from "../write-job.js";
import type { ModelWriter } from "./model-writer.js";
import type { SqliteDatabase } from "./open-database.js";
import { prepare } from "./prepared.js";

/** Writes that one commit takes at most, so that a burst of them does not hold up readers for long. */
const BATCH_LIMIT = 256;

interface QueuedWrite {
  readonly job: WriteJob;
  resolve(outcome: WriteOutcome): void;
  reject(error: unknown): void;
}

export interface WriteQueueOptions {
  writerOf(job: WriteJob): ModelWriter;
  /** Called after a commit with changes. */
  readonly committed: () => void;
}

/**
 * Gathers writes that arrive in one turn of the event loop into one transaction: a commit waits for the disk, and so they wait for it
 * once. Each is still all or nothing, and is answered after the commit.
 */
export class WriteQueue {
  readonly #database: SqliteDatabase;
  readonly #options: WriteQueueOptions;
  readonly #run: (job: WriteJob) => WriteOutcome;
  #waiting: QueuedWrite[] = [];
  #scheduled = false;

  constructor(database: SqliteDatabase, options: WriteQueueOptions) {
    this.#database = database;
    this.#options = options;
    this.#run = jobRunner(database, options);
  }

  add(job: WriteJob): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#schedule();
    });
  }

  /** Does what is waiting, at once. */
  flush(): void {
    while (this.#waiting.length > 0) this.#commit(this.#waiting.splice(0, BATCH_LIMIT));
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#waiting.length === 0) return;
      this.#commit(this.#waiting.splice(0, BATCH_LIMIT));
      if (this.#waiting.length > 0) this.#schedule();
    });
  }

  #commit(batch: readonly QueuedWrite[]): void {
    try {
      const settled = this.#transaction(batch);
      for (const settle of settled) settle();
      this.#options.committed();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** Runs a batch and commits it; returns how each of its writes is to be answered. */
  #transaction(batch: readonly QueuedWrite[]): readonly (() => void)[] {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const settled = batch.map((write) => this.#runAlone(write));
      this.#database.exec("COMMIT");
      return settled;
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  /** A write that fails takes nothing else of its batch with it. */
  #runAlone({ job, resolve, reject }: QueuedWrite): () => void {
    this.#database.exec("SAVEPOINT write");
    try {
      const outcome = this.#run(job);
      if (outcome.refused !== undefined) this.#database.exec("ROLLBACK TO write");
      return () => resolve(outcome);
    } catch (error) {
      // Some failures (a full disk) end the whole transaction; there is no savepoint to go back to then.
      if (!this.#database.inTransaction) throw error;
      this.#database.exec("ROLLBACK TO write");
      return () => reject(error);
    } finally {
      if (this.#database.inTransaction) this.#database.exec("RELEASE write");
    }
  }
}

/** Does a write and puts it into the change log. */
function jobRunner(database: SqliteDatabase, { writerOf }: WriteQueueOptions): (job: WriteJob) => WriteOutcome {
  const nextRevision = prepare(database, takeRevisionsShape(sqliteDialect));
  const insertChange = prepare(database, insertChangeShape(sqliteDialect));
  return (job) => {
    const refusal = writerOf(job).write(job);
    if (refusal !== undefined) return refusal;
    const { revision } = nextRevision.get({ count: 1 }) as { revision: number };
    insertChange.run({ ...changeOf(job), revision });
    return { revision };
  };
}
