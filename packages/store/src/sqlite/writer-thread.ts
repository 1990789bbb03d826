import { storedModel, type StoredModel } from "../stored-model.js";
import type { SettledWrite } from "../engine/commit-queue.js";
import type { WriteJob } from "../write-job.js";
import type { ChoreInput, ChoreName, ChoreResult, SqliteWriter } from "./sqlite-writer.js";
import { Thread, unpackError } from "./thread.js";
import { packJobs, type PackedOutcome, type WriterData, type WriterQuestion } from "./write-protocol.js";

/**
 * The thread that writes to a database in a file: a commit waits for the disk and for locks of other processes, which the main thread must not
 * do. If the thread dies, the next write starts another.
 */
export class WriterThread implements SqliteWriter {
  readonly #data: WriterData;
  #thread: Thread<WriterQuestion, unknown> | undefined;
  #numbers = new Map<StoredModel, number>();

  constructor(data: WriterData) {
    this.#data = data;
  }

  /** Rejects if no write was done, or if the thread dies before it answers. */
  async run(jobs: readonly WriteJob[]): Promise<readonly SettledWrite[]> {
    const thread = this.#current();
    const models: [number, StoredModel][] = [];
    const packed = packJobs(jobs, (model) => this.#numberOf(model, models));
    const outcomes = await thread.ask({ ask: "batch", batch: { ...packed, models } }, [packed.data.bytes]);
    return (outcomes as readonly PackedOutcome[]).map((outcome) =>
      "error" in outcome ? { error: unpackError(outcome.error) } : outcome,
    );
  }

  async chore<Name extends ChoreName>(name: Name, input: ChoreInput<Name>): Promise<ChoreResult<Name>> {
    return (await this.#current().ask({ ask: "chore", name, input })) as ChoreResult<Name>;
  }

  async close(): Promise<void> {
    if (this.#thread?.alive === true) await this.#thread.ask({ ask: "close" });
    await this.#thread?.terminate();
  }

  #current(): Thread<WriterQuestion, unknown> {
    if (this.#thread?.alive !== true) {
      this.#thread = new Thread({ module: "writer-worker.js", data: this.#data, name: "cmgen writer" });
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
