import { changeOf, guardOf, type WriteJob, type WriteOutcome } from "../write-job.js";
import type { PostgresClient, PostgresPool } from "./database.js";
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
import { LockedError, writeTransaction, type TransactionOptions } from "./write-transaction.js";
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

/** Tries to do writes in one transaction. Each is atomic by itself. Never rejects. */
export async function attemptWrites(
  pool: PostgresPool,
  jobs: readonly WriteJob[],
  options: TransactionOptions,
): Promise<readonly Attempt[]> {
  const [only, ...others] = jobs;
  if (only !== undefined && others.length === 0) return [await attemptWrite(pool, only, options)];
  try {
    const outcomes = await withClient(pool, (client) => writeTogether(client, jobs, options));
    if (!(outcomes instanceof LockedError)) return outcomes.map(attemptOf);
    const { job: locked, cause } = outcomes;
    return jobs.map((job) => (locked === undefined || locked === job ? { locked: true, cause } : { again: true }));
  } catch (error) {
    // After an error that is not about a statement it is unknown what was done. If the server is the cause, every write would fail.
    if (!isDatabaseError(error) || postgresTrouble(error) !== undefined) return jobs.map(() => ({ error }));
    return attemptEach(pool, jobs, options);
  }
}

/** Does several writes: by one statement if all are creates that one can do, else in a transaction of several statements. */
async function writeTogether(
  client: PostgresClient,
  jobs: readonly WriteJob[],
  options: TransactionOptions,
): ReturnType<typeof writeTransaction> {
  const [run, ...others] = options.locksTable ? [] : writeRuns(jobs);
  if (run !== undefined && others.length === 0) {
    try {
      return await createTogether(client, run);
    } catch (error) {
      // The lock may be that of the revision: see writeOne.
      if (!isLockTimeout(error)) throw error;
    }
  }
  return writeTransaction(client, jobs, options);
}

/** Does creates as a transaction of one statement. Those that it did not do were refused. */
async function createTogether(
  client: PostgresClient,
  jobs: readonly WriteJob[],
): Promise<readonly (WriteOutcome | undefined)[]> {
  const [first] = jobs;
  if (first === undefined) return [];
  const input = { write: recordsOf(jobs), change: changeOf(first) };
  const { rows } = await client.query<{ revision: number; name: string }>(
    statement(modelStatements(first.model).createMany.lone, input),
  );
  const revisions = new Map(rows.map(({ revision, name }) => [name, revision]));
  const outcomes: (WriteOutcome | undefined)[] = [];
  for (const job of jobs) {
    const revision = revisions.get(guardOf(job).name);
    outcomes.push(revision === undefined ? await whyRefused(client, job) : { revision });
  }
  return outcomes;
}

/** The error of one statement ended the transaction of all, so each write is repeated alone. */
async function attemptEach(
  pool: PostgresPool,
  jobs: readonly WriteJob[],
  options: TransactionOptions,
): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  const lockedTables = new Set<string>();
  for (const job of jobs) {
    const isLocked = lockedTables.has(job.model.table);
    const attempt: Attempt = isLocked ? { again: true } : await attemptWrite(pool, job, options);
    if ("locked" in attempt) lockedTables.add(job.model.table);
    attempts.push(attempt);
  }
  return attempts;
}

async function attemptWrite(pool: PostgresPool, job: WriteJob, options: TransactionOptions): Promise<Attempt> {
  try {
    return await withClient(pool, (client) => writeOne(client, job, options));
  } catch (error) {
    return isPassing(error) ? { locked: true, cause: error } : { error };
  }
}

async function writeOne(client: PostgresClient, job: WriteJob, options: TransactionOptions): Promise<Attempt> {
  try {
    // An object that nothing may refer to is locked before it is checked, which takes several statements.
    const isLone = !options.locksTable && guardOf(job).unreferred === undefined;
    if (isLone) return attemptOf(await writeAlone(client, job));
  } catch (error) {
    if (!isLockTimeout(error)) return attemptOf(await refusalBy(client, job, error));
    // The lock may be that of the revision, for which every write waits. Several statements can tell the two locks apart.
  }
  try {
    const outcomes = await writeTransaction(client, [job], options);
    return outcomes instanceof LockedError ? { locked: true, cause: outcomes.cause } : attemptOf(outcomes[0]);
  } catch (error) {
    return attemptOf(await refusalBy(client, job, error));
  }
}

/** Does a write as a transaction of one statement: one round trip to the server. A transaction of several statements has at least two. */
async function writeAlone(client: PostgresClient, job: WriteJob): Promise<WriteOutcome | undefined> {
  const query = statement(writeStatements(job).lone, { write: job, change: changeOf(job) });
  const { rows } = await client.query<{ revision: number }>(query);
  const [row] = rows;
  return row === undefined ? whyRefused(client, job) : { revision: row.revision };
}

async function refusalBy(client: PostgresClient, job: WriteJob, error: unknown): Promise<WriteOutcome | undefined> {
  if (isWithoutRevision(error)) return { refused: "superseded" };
  if (isUniqueViolation(error)) return whyRefused(client, job);
  throw error;
}

function attemptOf(outcome: WriteOutcome | undefined): Attempt {
  return outcome === undefined ? { locked: true, cause: undefined } : { outcome };
}
