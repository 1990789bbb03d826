import { changeOf, guardOf, type WriteJob } from "../write-job.js";
import type { WriteOutcome } from "../write-outcome.js";
import { statement, type PostgresClient, type PostgresPool } from "./database.js";
import { modelStatements } from "./model-statements.js";
import { postgresTrouble } from "./postgres-trouble.js";
import { whyRefused } from "./why-refused.js";
import {
  isDatabaseError,
  isLockTimeout,
  isPassing,
  isUniqueViolation,
  isWithoutRevision,
  withClient,
} from "./with-client.js";
import { LockedError, writeTransaction, type TransactionOptions } from "./write-transaction.js";

/**
 * What became of a write that was tried: its outcome, or its error; `locked` if another transaction holds a lock that it needs; `again` if
 * it was undone because of another write.
 */
export type Attempt =
  | { readonly outcome: WriteOutcome }
  | { readonly error: unknown }
  | { readonly locked: true; readonly cause: unknown }
  | { readonly again: true };

/** Tries to do writes, which share a transaction. Each is all or nothing. Never rejects. */
export async function attemptWrites(
  pool: PostgresPool,
  jobs: readonly WriteJob[],
  options: TransactionOptions,
): Promise<readonly Attempt[]> {
  const [only, ...others] = jobs;
  if (only !== undefined && others.length === 0) return [await attemptWrite(pool, only, options)];
  try {
    const outcomes = await withClient(pool, (client) => writeTransaction(client, jobs, options));
    if (!(outcomes instanceof LockedError)) return outcomes.map(attemptOf);
    const { job: locked, cause } = outcomes;
    return jobs.map((job) => (locked === undefined || locked === job ? { locked: true, cause } : { again: true }));
  } catch (error) {
    // After an error that is not a statement's nobody knows what was done; where the server is the cause the same would happen to each.
    if (!isDatabaseError(error) || postgresTrouble(error) !== undefined) return jobs.map(() => ({ error }));
    return attemptEach(pool, jobs, options);
  }
}

/** A statement's error ended the transaction for all: each is done again, alone. */
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
    // What nothing may refer to is locked before it is looked at, which takes several statements.
    const isLone = !options.locksTable && guardOf(job).unreferred === undefined;
    if (isLone) return attemptOf(await writeAlone(client, job));
  } catch (error) {
    if (!isLockTimeout(error)) return attemptOf(await refusalBy(client, job, error));
    // It may have waited for its revision, as every write does: several statements tell these locks apart.
  }
  try {
    const outcomes = await writeTransaction(client, [job], options);
    return outcomes instanceof LockedError ? { locked: true, cause: outcomes.cause } : attemptOf(outcomes[0]);
  } catch (error) {
    return attemptOf(await refusalBy(client, job, error));
  }
}

/**
 * Does a write in a transaction of its own, which is one statement: one turn to the server, where a transaction of several statements has
 * at least two.
 */
async function writeAlone(client: PostgresClient, job: WriteJob): Promise<WriteOutcome | undefined> {
  const { rows } = await client.query<{ revision: number }>(loneStatement(job));
  const [row] = rows;
  return row === undefined ? whyRefused(client, job) : { revision: row.revision };
}

function loneStatement(job: WriteJob): ReturnType<typeof statement> {
  const { create, replace, remove } = modelStatements(job.model);
  const guard = guardOf(job);
  const change = changeOf(job);
  switch (job.write) {
    case "create":
      return statement(create(guard).lone, { write: job.record, change });
    case "replace":
      return statement(replace(guard).lone, { write: job, change });
    default:
      return statement(remove(guard).lone, { write: job, change });
  }
}

async function refusalBy(client: PostgresClient, job: WriteJob, error: unknown): Promise<WriteOutcome | undefined> {
  if (isWithoutRevision(error)) return { refused: "superseded" };
  if (isUniqueViolation(error)) return whyRefused(client, job);
  throw error;
}

function attemptOf(outcome: WriteOutcome | undefined): Attempt {
  return outcome === undefined ? { locked: true, cause: undefined } : { outcome };
}
