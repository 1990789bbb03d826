import type { ObjectRecord } from "../store.js";
import type { CreateJob, WriteJob } from "../write-job.js";

/** Bytes of rows that one statement is given, at most, where it is given several: they are copied to be sent. */
export const RUN_BYTES = 1 << 20;

/**
 * Splits jobs, in their order, into those that one statement does: creates in a row, of one model and under different names, that need nothing
 * of other objects. Every other job is alone.
 */
export function writeRuns(jobs: readonly WriteJob[]): readonly (readonly WriteJob[])[] {
  const runs: (readonly WriteJob[])[] = [];
  let creates: CreateRun | undefined;
  for (const job of jobs) {
    if (creates?.takes(job) === true) continue;
    creates = isPlainCreate(job) ? new CreateRun(job) : undefined;
    runs.push(creates?.jobs ?? [job]);
  }
  return runs;
}

/** What the creates of a run store. */
export function recordsOf(run: readonly WriteJob[]): readonly ObjectRecord[] {
  return run.flatMap((job) => (job.write === "create" ? [job.record] : []));
}

function isPlainCreate(job: WriteJob): job is CreateJob {
  return job.write === "create" && job.record.needs === undefined && job.record.unreferred === undefined;
}

class CreateRun {
  readonly jobs: CreateJob[];
  readonly #first: CreateJob;
  readonly #names: Set<string>;
  #bytes: number;

  constructor(first: CreateJob) {
    this.jobs = [first];
    this.#first = first;
    this.#names = new Set([first.record.name]);
    this.#bytes = first.record.data.length;
  }

  /** Adds a job, if it can be done with the others. */
  takes(job: WriteJob): boolean {
    if (!isPlainCreate(job) || job.model !== this.#first.model || job.fence !== this.#first.fence) return false;
    const { name, data } = job.record;
    if (this.#names.has(name) || this.#bytes + data.length > RUN_BYTES) return false;
    this.jobs.push(job);
    this.#names.add(name);
    this.#bytes += data.length;
    return true;
  }
}
