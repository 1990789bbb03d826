import type { SettledWrite } from "../engine/commit-queue.js";
import { memoized } from "../memoized.js";
import { storedModel, type StoredModel } from "../stored-model.js";
import type { WriteJob } from "../write-job.js";
import type { ChoreInput, ChoreResult, Chores, SqliteWriter } from "./sqlite-writer.js";
import { Thread, unpackError } from "./thread.js";
import type { WorkerData } from "./worker.js";
import { askWorker, type WorkerThread } from "./worker-thread.js";

/**
 * The thread that writes to a database in a file: a commit waits for the disk and for locks of other processes, which the main thread must not
 * do. If the thread dies, the next write starts another.
 */
export class WriterThread implements SqliteWriter {
  readonly #data: WorkerData;
  /** Models without their functions, which cannot be sent. */
  readonly #models = new WeakMap<StoredModel, StoredModel>();
  #thread: WorkerThread | undefined;

  constructor(data: WorkerData) {
    this.#data = data;
  }

  /** Rejects if no write was done, or if the thread dies before it answers. */
  async run(jobs: readonly WriteJob[]): Promise<readonly SettledWrite[]> {
    const plain = jobs.map((job): WriteJob => {
      const model = memoized(this.#models, job.model, () => storedModel(job.model));
      return { ...job, model };
    });
    const outcomes = await askWorker(this.#current(), { ask: "write", input: plain });
    return outcomes.map((outcome) => ("error" in outcome ? { error: unpackError(outcome.error) } : outcome));
  }

  async chore<Name extends keyof Chores>(name: Name, input: ChoreInput<Name>): Promise<ChoreResult<Name>> {
    return (await askWorker(this.#current(), { ask: "chore", input: { name, input } })) as ChoreResult<Name>;
  }

  async close(): Promise<void> {
    if (this.#thread?.alive === true) await askWorker(this.#thread, { ask: "end", input: undefined });
    await this.#thread?.terminate();
  }

  #current(): WorkerThread {
    if (this.#thread?.alive !== true)
      this.#thread = new Thread({ module: "worker.js", data: this.#data, name: "cmgen writer" });
    return this.#thread;
  }
}
