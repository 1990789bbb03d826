import type { ChoreInput, ChoreResult, Chores, SqliteWriter } from "./sqlite-writer.js";
import { Thread } from "./thread.js";
import type { WorkerData } from "./worker.js";
import { askWorker, type WorkerThread } from "./worker-thread.js";

/**
 * The thread that writes to a database in a file: a commit waits for the disk and for locks of other processes, which the main thread must not
 * do. If the thread dies, the next write starts another.
 */
export class WriterThread implements SqliteWriter {
  readonly #data: WorkerData;
  #thread: WorkerThread | undefined;

  constructor(data: WorkerData) {
    this.#data = data;
  }

  /** Rejects if nothing was done, or if the thread dies before it answers. */
  async chore<Name extends keyof Chores>(name: Name, input: ChoreInput<Name>): Promise<ChoreResult<Name>> {
    if (this.#thread?.alive !== true)
      this.#thread = new Thread({ module: "worker.js", data: this.#data, name: "cmgen writer" });
    return (await askWorker(this.#thread, { ask: "chore", input: { name, input } })) as ChoreResult<Name>;
  }

  async close(): Promise<void> {
    if (this.#thread?.alive === true) await askWorker(this.#thread, { ask: "end", input: undefined });
    await this.#thread?.terminate();
  }
}
