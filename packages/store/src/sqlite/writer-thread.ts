import { storedModel, type StoredModel } from "../stored-model.js";
import type { SettledWrite } from "../engine/commit-queue.js";
import type { WriteJob } from "../write-job.js";
import type { EvolveOutcome } from "../evolution-storage.js";
import type { IndexedObjects } from "./sqlite-index-storage.js";
import type { ModelBatch } from "./sqlite-evolution-storage.js";
import { unpackError } from "./packed-error.js";
import type { SqliteWriter } from "./sqlite-writer.js";
import type { WritingStatement } from "./statements.js";
import { Thread } from "./thread.js";
import { packJobs, type WriterData, type WriterQuestion, type WriterReply } from "./write-protocol.js";

/**
 * The thread that writes to a database in a file: a commit waits for the disk and for locks of other processes, which the main thread must not
 * do. If the thread dies, the next write starts another.
 */
export class WriterThread implements SqliteWriter {
  readonly #data: WriterData;
  #thread: Thread<WriterQuestion, WriterReply> | undefined;
  #numbers = new Map<StoredModel, number>();

  constructor(data: WriterData) {
    this.#data = data;
  }

  /** Rejects if no write was done, or if the thread dies before it answers. */
  async run(jobs: readonly WriteJob[]): Promise<readonly SettledWrite[]> {
    const thread = this.#current();
    const models: [number, StoredModel][] = [];
    const packed = packJobs(jobs, (model) => this.#numberOf(model, models));
    const { outcomes = [] } = await thread.ask({ batch: { ...packed, models } }, [packed.data.bytes]);
    return outcomes.map((outcome) => ("error" in outcome ? { error: unpackError(outcome.error) } : outcome));
  }

  async execute(statement: WritingStatement): Promise<readonly unknown[]> {
    return (await this.#current().ask({ statement })).rows ?? [];
  }

  async index({ model, ...rest }: IndexedObjects): Promise<number | undefined> {
    return (await this.#current().ask({ fill: { ...rest, model: storedModel(model) } })).clash;
  }

  async evolve({ model, ...rest }: ModelBatch): Promise<EvolveOutcome> {
    const { evolved } = await this.#current().ask({ evolve: { ...rest, model: storedModel(model) } });
    if (evolved === undefined) throw new Error("The writer did not say what became of a batch");
    return evolved;
  }

  async close(): Promise<void> {
    if (this.#thread?.alive === true) await this.#thread.ask({ close: true });
    await this.#thread?.terminate();
  }

  #current(): Thread<WriterQuestion, WriterReply> {
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
