import { guardOf, type WriteJob, type WriteOutcome, type WriteRefusal } from "./write-job.js";

/** Writes that one batch has, at most. */
export const MOST_JOBS = 1000;

/** An object that was read, and that must be as it was for a batch to be committed. */
export interface ReadGuard {
  readonly table: string;
  readonly name: string;
  /** The version that was read; undefined if no object had the name. */
  readonly version: number | undefined;
}

/** The answer to a request, which is kept so that the request is not carried out twice. */
export interface Receipt {
  /** The request is that of this key. */
  readonly key: string;
  /** What was asked. */
  readonly request: string;
  readonly head: string;
  readonly answer: Uint8Array;
}

/** How long receipts are kept, in milliseconds. */
export const RECEIPT_MILLISECONDS = 24 * 3_600_000;

/** Several writes that are done together or not at all. Each is of another object. */
export interface WriteBatch {
  /** They get their revisions in this order, without a gap. */
  readonly jobs: readonly WriteJob[];
  readonly guards?: readonly ReadGuard[];
  /** Is kept with the writes. */
  readonly receipt?: Receipt | undefined;
  /** Nothing is done: the outcome has the jobs that would be refused, and none where all would be done. */
  readonly isTrial?: boolean;
}

/** A write of a batch that was refused, by its place in it. */
export interface RefusedJob {
  readonly place: number;
  readonly refusal: WriteRefusal;
}

export type BatchOutcome =
  /** All is done. The revisions are in the order of the jobs. */
  | { readonly refused?: never; readonly revisions: readonly number[] }
  /** Nothing is done because of these jobs, or because it was a trial. */
  | { readonly refused: "jobs"; readonly jobs: readonly RefusedJob[] }
  /** Nothing is done, because there is a receipt of its key already. */
  | { readonly refused: "receipt-exists" }
  /** Nothing is done, because an object is no longer what was read. */
  | { readonly refused: "changed"; readonly guard: ReadGuard };

/** @throws {RangeError} if a batch has too many jobs, or several for one object: they could not be told apart in the change log. */
export function assertBatch({ jobs }: WriteBatch): void {
  if (jobs.length > MOST_JOBS) throw new RangeError(`A batch has ${jobs.length} writes; it can have ${MOST_JOBS}.`);
  const known = new Set<string>();
  for (const job of jobs) {
    const { name } = guardOf(job);
    const key = `${job.model.table} ${name}`;
    if (known.has(key))
      throw new RangeError(`A batch writes ${name} of ${job.model.table} twice; it can write it once.`);
    known.add(key);
  }
}

/** Tables in which more than one object of a batch is written: a unique value can move there from one object to another. */
export function crowdedTables(jobs: readonly WriteJob[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(jobs.map(({ model }) => model.table).filter((table) => seen.has(table) || !seen.add(table)));
}

/** The last write of a batch, for what only has to know the newest revision. */
export async function lastWriteOf(batch: Promise<BatchOutcome>): Promise<WriteOutcome> {
  const outcome = await batch;
  const revision = outcome.refused === undefined ? outcome.revisions.at(-1) : undefined;
  return revision === undefined ? { refused: "superseded" } : { revision };
}
