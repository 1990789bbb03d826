import { storedModel, type StoredModel } from "../stored-model.js";
import type { WriteJob } from "../write-job.js";
import { unpackError } from "./packed-error.js";
import { Thread } from "./thread.js";
import type { SettledWrite } from "./write-batch.js";
import { packJobs, type PackedBatch, type PackedOutcomes, type WriterData } from "./write-protocol.js";

type Question = { readonly batch: PackedBatch } | { readonly close: true };

export interface TimedWrites {
  readonly settled: readonly SettledWrite[];
  /** How long the transaction took, without the way to the thread and back. */
  readonly milliseconds: number;
}

/** The thread that writes to a database in a file. One that has died is replaced at the next write. */
export class WriterThread {
  readonly #data: WriterData;
  #thread: Thread<Question, PackedOutcomes> | undefined;
  #numbers = new Map<StoredModel, number>();

  constructor(data: WriterData) {
    this.#data = data;
  }

  /** Does writes in one transaction. Rejects if none is done, or if the thread dies before it says so. */
  async run(jobs: readonly WriteJob[]): Promise<TimedWrites> {
    const thread = this.#current();
    const models: [number, StoredModel][] = [];
    const packed = packJobs(jobs, (model) => this.#numberOf(model, models));
    const { outcomes, milliseconds } = await thread.ask({ batch: { ...packed, models } }, [packed.data.bytes]);
    const settled = outcomes.map((outcome) => ("error" in outcome ? { error: unpackError(outcome.error) } : outcome));
    return { settled, milliseconds };
  }

  async close(): Promise<void> {
    if (this.#thread?.alive === true) await this.#thread.ask({ close: true });
    await this.#thread?.terminate();
  }

  #current(): Thread<Question, PackedOutcomes> {
    if (this.#thread?.alive !== true) {
      this.#thread = new Thread({ module: "writer-worker.js", data: this.#data, name: "cmgen writer" });
      this.#numbers = new Map();
    }
    return this.#thread;
  }

  /** A model that the thread is not told of yet is added to `unknown`. */
  #numberOf(model: StoredModel, unknown: [number, StoredModel][]): number {
    const known = this.#numbers.get(model);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(model, number);
    unknown.push([number, storedModel(model)]);
    return number;
  }
}
