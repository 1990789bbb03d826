import { memoized } from "../memoized.js";
import { changeOf, guardOf, type WriteJob, type WriteOutcome } from "../write-job.js";
import type { PostgresClient } from "./schema-client.js";
import type { SchemaPool } from "./schema-pool.js";
import { modelStatements, writeStatements } from "./model-statements.js";
import {
  isDatabaseError,
  isLockTimeout,
  isPassing,
  isUniqueViolation,
  isWithoutRevision,
  postgresTrouble,
} from "./postgres-trouble.js";
import { withClient } from "./with-client.js";
import { recordsOf, writeRuns } from "./write-runs.js";
import { LockedError, type WriteOptions, writeTransaction } from "./write-transaction.js";
import { statement, whyRefused } from "./statements.js";

/**
 * How an attempt to write ended: with an outcome or an error; `locked` if another transaction holds a lock that it needs; `again` if it was
 * rolled back because of another write, and must be repeated.
 */
export type Attempt =
  | { readonly outcome: WriteOutcome }
  | { readonly error: unknown }
  | { readonly locked: true; readonly cause: unknown }
  | { readonly again: true };

export interface AttemptOptions extends WriteOptions {
  /** Whether a lock of another transaction is likely: then no statement waits for an object's lock. */
  readonly isApart: boolean;
}

/**
 * Tries to do writes in one transaction. Each is atomic by itself. Never rejects. Labels and index values are written after the rows of all: from
 * the first write on for which that would be another order than its own, they are left for another transaction.
 */
export async function attemptWrites(
  pool: SchemaPool,
  jobs: readonly WriteJob[],
  options: AttemptOptions,
): Promise<readonly Attempt[]> {
  const first = jobs.slice(0, placeOfOrdered(jobs));
  const attempts = await attemptTogether(pool, first, options);
  return [...attempts, ...jobs.slice(first.length).map((): Attempt => ({ again: true }))];
}

/**
 * The place of the first write of an object that one before it writes, or of the first removal that gives up a value which one before it may not take
 * yet; if there is none, the number of writes.
 */
function placeOfOrdered(jobs: readonly WriteJob[]): number {
  const seen = new Map<string, Set<string>>();
  const isOrdered = (job: WriteJob): boolean => {
    const { name } = guardOf(job);
    const names = memoized(seen, job.model.table, () => new Set<string>());
    const gives = job.write === "remove" && job.model.indexes.some(({ multi, unique }) => multi && unique);
    if (names.has(name) || (gives && names.size > 0)) return true;
    names.add(name);
    return false;
  };
  const place = jobs.findIndex(isOrdered);
  return place < 0 ? jobs.length : place;
}

async function attemptTogether(
  pool: SchemaPool,
  jobs: readonly WriteJob[],
  options: AttemptOptions,
): Promise<readonly Attempt[]> {
  try {
    const outcomes = await withClient(pool, (client) => write(client, jobs, options));
    if (!(outcomes instanceof LockedError)) return outcomes.map(attemptOf);
    const { job: locked, cause } = outcomes;
    return jobs.map((job) => (locked === job ? { locked: true, cause } : { again: true }));
  } catch (error) {
    if (jobs.length === 1) return [isPassing(error) ? { locked: true, cause: error } : { error }];
    // After an error that is not about a statement it is unknown what was done. If the server is the cause, every write would fail.
    if (!isDatabaseError(error) || postgresTrouble(error) !== undefined) return jobs.map(() => ({ error }));
    return attemptEach(pool, jobs, options);
  }
}

/** Does writes by one statement if that can do them, else in a transaction of several. */
async function write(
  client: PostgresClient,
  jobs: readonly WriteJob[],
  options: AttemptOptions,
): ReturnType<typeof writeTransaction> {
  try {
    const outcomes = options.isApart || options.isDistributed ? undefined : await writeAtOnce(client, jobs);
    return outcomes ?? (await writeTransaction(client, jobs, options));
  } catch (error) {
    const [only, ...others] = jobs;
    if (only === undefined || others.length > 0) throw error;
    return [await refusalBy(client, only, error)];
  }
}

/**
 * Does writes as a transaction of one statement: one round trip to the server. A transaction of several statements has at least two. Does
 * nothing and returns undefined if one statement cannot do them.
 */
async function writeAtOnce(
  client: PostgresClient,
  jobs: readonly WriteJob[],
): Promise<readonly (WriteOutcome | undefined)[] | undefined> {
  const [run = [], ...others] = writeRuns(jobs);
  const [first] = run;
  // An object that nothing may refer to is locked before it is checked, which takes several statements.
  if (first === undefined || others.length > 0 || guardOf(first).unreferred !== undefined) return undefined;
  const change = changeOf(first);
  const query =
    run.length > 1
      ? statement(modelStatements(first.model).createMany, { write: recordsOf(run), change })
      : statement(writeStatements(first).lone, { write: first, change });
  try {
    const { rows } = await client.query<{ revision: number; name?: string }>(query);
    const revisions = new Map(rows.map(({ revision, name = guardOf(first).name }) => [name, revision]));
    const outcomes: (WriteOutcome | undefined)[] = [];
    for (const job of run) {
      const revision = revisions.get(guardOf(job).name);
      outcomes.push(revision === undefined ? await whyRefused(client, job) : { revision });
    }
    return outcomes;
  } catch (error) {
    // The lock may be that of the revision, for which every write waits. Several statements can tell the two locks apart.
    if (isLockTimeout(error)) return undefined;
    throw error;
  }
}

/** The error of one statement ended the transaction of all, so each write is repeated alone. */
async function attemptEach(
  pool: SchemaPool,
  jobs: readonly WriteJob[],
  options: AttemptOptions,
): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  const lockedTables = new Set<string>();
  for (const job of jobs) {
    const isLocked = lockedTables.has(job.model.table);
    const [attempt = { again: true }] = isLocked ? [] : await attemptWrites(pool, [job], options);
    if ("locked" in attempt) lockedTables.add(job.model.table);
    attempts.push(attempt);
  }
  return attempts;
}

async function refusalBy(client: PostgresClient, job: WriteJob, error: unknown): Promise<WriteOutcome | undefined> {
  if (isWithoutRevision(error)) return { refused: "superseded" };
  if (isUniqueViolation(error)) return whyRefused(client, job);
  throw error;
}

function attemptOf(outcome: WriteOutcome | undefined): Attempt {
  return outcome === undefined ? { locked: true, cause: undefined } : { outcome };
}
