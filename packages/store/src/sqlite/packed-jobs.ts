import type { StoredModel } from "../stored-model.js";
import type { WriteJob, WriteOutcome } from "../write-job.js";
import { packItems, type PackedItems, unpackItems } from "./packed-items.js";
import type { PackedError } from "./thread.js";

/** A write without its bytes, and with the number of its model. */
export type PackedJob = WriteJob extends infer Job ? (Job extends WriteJob ? PackedAs<Job> : never) : never;
type PackedAs<Job extends WriteJob> = Omit<Job, "model"> & { readonly model: number };

/** A batch of writes on its way to the worker that writes. */
export interface PackedBatch {
  /** Models that the worker does not know yet, by number. */
  readonly models: readonly (readonly [number, StoredModel])[];
  readonly jobs: readonly PackedJob[];
  /** The bytes of each job. */
  readonly data: PackedItems;
}

/** How a write of a batch ended. */
export type PackedOutcome = { readonly outcome: WriteOutcome } | { readonly error: PackedError };

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
