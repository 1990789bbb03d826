import pg from "pg";
import { destroyConnection, type PostgresClient, type PostgresPool } from "./database.js";

/** Whether the server answered with the error, so that the connection is as good as before. */
export function isDatabaseError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.severity === "ERROR";
}

/** Whether a unique index refused a statement. */
export function isUniqueViolation(error: unknown): boolean {
  return isDatabaseError(error) && error.code === "23505";
}

/** Whether a statement waited for a lock for as long as it may. */
export function isLockTimeout(error: unknown): boolean {
  return isDatabaseError(error) && error.code === "55P03";
}

/** Whether a change was given no revision: see {@link insertBatchedChangeShape} and {@link logChangeParts}. */
export function isWithoutRevision(error: unknown): boolean {
  return isDatabaseError(error) && error.code === "23502" && error.table === "cmgen_changes";
}

/** Whether a statement failed only because of what others did at the same time: a deadlock, or a serialization failure. */
export function isPassing(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === "40P01" || error.code === "40001");
}

/** Gives `use` a connection of its own. One that failed otherwise than by a statement's error is thrown away. */
export async function withClient<Result>(
  pool: PostgresPool,
  use: (client: PostgresClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    return await use(client);
  } catch (error) {
    broken = !isDatabaseError(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Gives up a transaction after `error`, which is thrown on. */
export async function rollBack(client: PostgresClient, error: unknown): Promise<never> {
  if (isDatabaseError(error)) await client.query("ROLLBACK");
  throw error;
}

/**
 * Gives up a connection on which rows still arrive that nobody wants. Releasing it would wait for them: it is ended from this side, and the
 * server ends the statement when it finds nobody there.
 */
export function breakOff(client: PostgresClient): void {
  destroyConnection(client);
  client.release(true);
}

/** Breaks a connection off if work on it takes longer: whatever it waits for fails then. */
export async function workWithin<Result>(
  client: PostgresClient,
  milliseconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(() => destroyConnection(client), milliseconds);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

/** Time for a server to roll back what only read. */
const ROLL_BACK_MILLISECONDS = 5000;

/** Ends a transaction that only read. Returns whether the connection is of no more use. */
export async function endTransaction(client: PostgresClient): Promise<boolean> {
  try {
    await workWithin(client, ROLL_BACK_MILLISECONDS, () => client.query("ROLLBACK"));
    return false;
  } catch {
    // Nothing was written: all there is to do about it is not to use the connection again.
    return true;
  }
}
