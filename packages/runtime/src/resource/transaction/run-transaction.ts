import { setImmediate, setTimeout as delay } from "node:timers/promises";
import {
  type BatchOutcome,
  guardOf,
  type Receipt,
  type Store,
  type WriteBatch,
  type WriteJob,
  type WriteRefusal,
} from "@cmgen/store";
import { ApiError } from "../../error/api-error.js";
import { KnownRefusals, objectKey } from "./known-refusals.js";
import { WriteBuffer } from "./write-buffer.js";

/** How often a transaction is run, at most, where other writes come first; and for how long after it began. */
const MOST_RUNS = 5;
const LONGEST_MS = 5000;

/** How often it is run, at most, because of what the store has refused. */
const MOST_REFUSALS = 8;

/** The pause before another run, at most, for each run before. */
const PAUSE_MS = 20;

/** Why a function's writes must not be committed. */
export interface Failure {
  readonly error: ApiError;
  /** The keys of the objects that it could not write. What the store refuses because of them is no cause of its own. */
  readonly unwritten: ReadonlySet<string>;
}

/** What the store refuses of the other writes is found out, too: the function is run again, and can tell all of it at once. */
export type FailureOf<Result> = (result: Result) => Failure | false;

export interface TransactionOptions<Result> {
  /** Whether what happens is only for a caller who may not see all objects. */
  readonly isLimited: boolean;
  /** Makes what is kept with the writes, so that the same is not done twice. */
  readonly receiptOf?: ((result: Result) => Promise<Receipt>) | undefined;
  readonly failureOf?: FailureOf<Result>;
  /** Nothing is written: it is only found out whether all could be. */
  readonly isTrial?: boolean | undefined;
}

/**
 * Runs a function that writes to a store of its own, and commits all its writes together. No lock is held meanwhile: the commit is refused if
 * something has changed that the function has read, and then the function is run again.
 *
 * @throws what the function throws, and the error of a failure. Then nothing is written. Where it throws after something has changed that it had read,
 * it is run again.
 * @throws {ApiError} `Conflict` if other writes came first each time.
 */
export async function runTransaction<Result>(
  store: Store,
  run: (store: Store) => Promise<Result>,
  { isLimited, receiptOf, failureOf, isTrial = false }: TransactionOptions<Result>,
): Promise<Result> {
  const begun = performance.now();
  const refusals = new KnownRefusals();
  let conflicts = 0;
  let refused = 0;
  const pauseAfter = async (conflict: Conflict): Promise<void> => {
    conflicts += 1;
    if (conflicts >= MOST_RUNS || performance.now() - begun >= LONGEST_MS || refused >= MOST_REFUSALS)
      throw conflictOver(conflict, { isLimited, runs: conflicts + refused });
    await delay(Math.random() * PAUSE_MS * conflicts);
  };
  for (;;) {
    const buffer = new WriteBuffer(store, refusals.begin());
    const ran = await runOnce(store, run, buffer);
    if ("staleRead" in ran) {
      await pauseAfter({ jobs: [], buffer, outcome: ran.staleRead });
      continue;
    }
    const { result } = ran;
    const failure = failureOf?.(result) ?? false;
    if (failure !== false) {
      refused += 1;
      if (refused < MOST_REFUSALS && (await findsMore(store, await buffer.batch(), { failure, refusals }))) continue;
      throw failure.error;
    }
    const batch = { ...(await buffer.batch()), receipt: await receiptOf?.(result), isTrial };
    const outcome = await store.writeAll(batch);
    if (outcome.refused === undefined || isWholeTrial(batch, outcome)) return result;
    if (outcome.refused === "receipt-exists") throw doneMeanwhile();
    if (isSettledByRefusals(batch, outcome, refusals)) {
      refused += 1;
      if (refused < MOST_REFUSALS) continue;
    }
    await pauseAfter({ jobs: batch.jobs, buffer, outcome });
  }
}

/** Whether all would have been written. */
function isWholeTrial({ isTrial }: WriteBatch, outcome: BatchOutcome): boolean {
  return isTrial === true && outcome.refused === "jobs" && outcome.jobs.length === 0;
}

/** What a function has returned; or what it had read and has changed by now, where it has thrown. */
type Ran<Result> = { readonly result: Result } | { readonly staleRead: Stale };
type Stale = Extract<BatchOutcome, { refused: "changed" }>;

/**
 * Runs a function with a store of its own. What it reads may be of different moments, and make it throw for no other reason.
 *
 * @throws what the function throws, unless something has changed that it has read.
 * @throws {Error} where it has returned before all that it does was done.
 */
async function runOnce<Result>(
  store: Store,
  run: (store: Store) => Promise<Result>,
  buffer: WriteBuffer,
): Promise<Ran<Result>> {
  try {
    const result = await run(buffer.store);
    // What was begun and not awaited gets as far as the store.
    await setImmediate();
    buffer.assertDone();
    return { result };
  } catch (error) {
    const staleRead = await staleReadOf(store, buffer).catch(() => undefined);
    if (staleRead === undefined) throw error;
    return { staleRead };
  } finally {
    buffer.end();
  }
}

async function staleReadOf(store: Store, buffer: WriteBuffer): Promise<Stale | undefined> {
  const guards = await buffer.guards();
  if (guards.length === 0) return undefined;
  const outcome = await store.writeAll({ jobs: [], guards, isTrial: true });
  return outcome.refused === "changed" ? outcome : undefined;
}

type Refused = Exclude<Extract<BatchOutcome, { refused: string }>, { refused: "receipt-exists" }>;

function doneMeanwhile(): ApiError {
  const detail =
    "Another request with this Idempotency-Key has been carried out meanwhile. Send it again for its answer.";
  return new ApiError("Conflict", detail);
}

/** Notes what the store would refuse of writes that are not committed, because others have failed. Whether there is any such thing. */
async function findsMore(
  store: Store,
  { jobs }: WriteBatch,
  { failure: { unwritten }, refusals }: { readonly failure: Failure; readonly refusals: KnownRefusals },
): Promise<boolean> {
  const outcome = await store.writeAll({ jobs, isTrial: true });
  if (outcome.refused !== "jobs") return false;
  const noted = outcome.jobs.map(({ place, refusal }) => {
    const job = jobs[place];
    return job !== undefined && !isBecauseOf(unwritten, job, refusal) && refusals.add(job, refusal);
  });
  return noted.some(Boolean);
}

/** Whether a write would not be refused if other objects had been written. */
function isBecauseOf(unwritten: ReadonlySet<string>, { model }: WriteJob, refusal: WriteRefusal): boolean {
  const isUnwritten = (table: string, names: readonly string[]): boolean =>
    names.every((name) => unwritten.has(objectKey(table, name)));
  switch (refusal.refused) {
    case "value-taken":
      return isUnwritten(model.table, [refusal.owner]);
    case "objects-missing":
      return refusal.missing.every(({ table, name }) => isUnwritten(table, [name]));
    case "referred":
      return refusal.by.every(({ index, names, count }) => names.length === count && isUnwritten(index.table, names));
    default:
      return false;
  }
}

/** Notes why writes were refused. Whether the next run can do something about all of it. */
function isSettledByRefusals({ jobs }: WriteBatch, outcome: Refused, refusals: KnownRefusals): boolean {
  if (outcome.refused === "changed") return false;
  const noted = outcome.jobs.map(({ place, refusal }) => {
    const job = jobs[place];
    return job !== undefined && refusals.add(job, refusal);
  });
  return noted.every(Boolean);
}

interface Conflict {
  readonly jobs: WriteBatch["jobs"];
  readonly buffer: WriteBuffer;
  readonly outcome: Refused;
}

/** Which object it was is not said where the caller may not see it: one that is only read can be any. */
function conflictOver(
  { jobs, buffer, outcome }: Conflict,
  { isLimited, runs }: { readonly isLimited: boolean; readonly runs: number },
): ApiError {
  const written = new Set(jobs.map((job) => objectKey(job.model.table, guardOf(job).name)));
  const { table, name } = objectOf(jobs, outcome);
  const isNamed = !isLimited || written.has(objectKey(table, name));
  const what = isNamed ? `${JSON.stringify(name)} of ${buffer.pluralOf(table)}` : "an object that is read in it";
  const times = runs === 1 ? "" : ` It was tried ${runs} times.`;
  const detail = `Another write came before the end of the transaction: to ${what}.${times} Nothing was written: try again.`;
  return new ApiError("Conflict", detail);
}

function objectOf(jobs: WriteBatch["jobs"], outcome: Refused): { readonly table: string; readonly name: string } {
  if (outcome.refused === "changed") return outcome.guard;
  const job = jobs[outcome.jobs[0]?.place ?? 0];
  return { table: job?.model.table ?? "", name: job === undefined ? "" : guardOf(job).name };
}
