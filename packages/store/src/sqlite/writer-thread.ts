import { storedModel, type StoredModel } from "../stored-model.js";
import type { Query } from "../sql/sql.js";
import type { SettledWrite } from "../engine/commit-queue.js";
import type { WriteJob, WriteOutcome } from "../write-job.js";
import type { ChoreInput, ChoreName, ChoreResult, SqliteWriter } from "./sqlite-writer.js";
import { packItems, unpackItems, type PackedItems } from "./packed-items.js";
import { Thread, unpackError, type PackedError } from "./thread.js";

/** What the writer thread is started with. */
export interface WriterData {
  readonly file: string;
  /** How long it waits for another process's lock. */
  readonly busyMilliseconds: number;
}

/** A write without its bytes, and with the number of its model. */
type PackedJob = WriteJob extends infer Job ? (Job extends WriteJob ? PackedAs<Job> : never) : never;
type PackedAs<Job extends WriteJob> = Omit<Job, "model"> & { readonly model: number };

/** A batch of writes on its way to the writer thread. */
export interface PackedBatch {
  /** Models that the thread does not know yet, by number. */
  readonly models: readonly (readonly [number, StoredModel])[];
  readonly jobs: readonly PackedJob[];
  /** The bytes of each job. */
  readonly data: PackedItems;
}

/** A request to the writer thread. */
export type WriterQuestion =
  | { readonly ask: "batch"; readonly batch: PackedBatch }
  | { readonly ask: "execute"; readonly statement: Query }
  | { readonly ask: "chore"; readonly name: ChoreName; readonly input: ChoreInput<ChoreName> }
  | { readonly ask: "close" };

/** How a write of a batch ended. */
export type PackedOutcome = { readonly outcome: WriteOutcome } | { readonly error: PackedError };

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

  async execute(statement: Query): Promise<readonly unknown[]> {
    return (await this.#current().ask({ ask: "execute", statement })) as readonly unknown[];
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

const NO_BYTES = new Uint8Array();

/** Packs writes; `numberOf` returns the number of a model. */
export function packJobs(
  jobs: readonly WriteJob[],
  numberOf: (model: StoredModel) => number,
): Pick<PackedBatch, "jobs" | "data"> {
  return {
    data: packItems(jobs.map((job) => (job.write === "remove" ? job.last : job.record.data))),
    jobs: jobs.map((job): PackedJob => {
      const model = numberOf(job.model);
      if (job.write === "remove") return { ...job, model, last: NO_BYTES };
      return { ...job, model, record: { ...job.record, data: NO_BYTES } };
    }),
  };
}

/** Unpacks writes; `modelOf` returns the model of a number. */
export function unpackJobs({ jobs, data }: PackedBatch, modelOf: (number: number) => StoredModel): readonly WriteJob[] {
  const items = unpackItems(data);
  return jobs.map((job, place): WriteJob => {
    const model = modelOf(job.model);
    const bytes = items[place] ?? NO_BYTES;
    if (job.write === "remove") return { ...job, model, last: bytes };
    return { ...job, model, record: { ...job.record, data: bytes } };
  });
}
