import { storedModel, type StoredModel } from "../stored-model.js";
import type { Query } from "../sql/sql.js";
import type { SettledWrite } from "../engine/commit-queue.js";
import type { WriteJob } from "../write-job.js";
import type { ChoreInput, ChoreName, ChoreResult, SqliteWriter } from "./sqlite-writer.js";
import { Thread, unpackError } from "./thread.js";
import { packJobs } from "./packed-jobs.js";
import type { WorkerData } from "./worker-tasks.js";
import { askWorker, type WorkerThread } from "./worker-thread.js";

/**
 * The thread that writes to a database in a file: a commit waits for the disk and for locks of other processes, which the main thread must not
 * do. If the thread dies, the next write starts another.
 */
export class WriterThread implements SqliteWriter {
  readonly #data: WorkerData;
  #thread: WorkerThread | undefined;
  #numbers = new Map<StoredModel, number>();

  constructor(data: WorkerData) {
    this.#data = data;
  }

  /** Rejects if no write was done, or if the thread dies before it answers. */
  async run(jobs: readonly WriteJob[]): Promise<readonly SettledWrite[]> {
    const thread = this.#current();
    const models: [number, StoredModel][] = [];
    const packed = packJobs(jobs, (model) => this.#numberOf(model, models));
    const outcomes = await askWorker(thread, { ask: "write", input: { ...packed, models } }, [packed.data.bytes]);
    return outcomes.map((outcome) => ("error" in outcome ? { error: unpackError(outcome.error) } : outcome));
  }

  execute(statement: Query): Promise<readonly unknown[]> {
    return askWorker(this.#current(), { ask: "execute", input: statement });
  }

  async chore<Name extends ChoreName>(name: Name, input: ChoreInput<Name>): Promise<ChoreResult<Name>> {
    return (await askWorker(this.#current(), { ask: "chore", input: { name, input } })) as ChoreResult<Name>;
  }

  async close(): Promise<void> {
    if (this.#thread?.alive === true) await askWorker(this.#thread, { ask: "end", input: undefined });
    await this.#thread?.terminate();
  }

  #current(): WorkerThread {
    if (this.#thread?.alive !== true) {
      this.#thread = new Thread({ module: "worker.js", data: this.#data, name: "cmgen writer" });
      this.#numbers = new Map();
    }
    return this.#thread;
  }

  /** Adds a model that the thread does not know yet to `unknown`. */
  #numberOf(model: StoredModel, unknown: [number, StoredModel][]): number {
    const known = this.#numbers.get(model);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(model, number);
    unknown.push([number, storedModel(model)]);
    return number;
  }
}
