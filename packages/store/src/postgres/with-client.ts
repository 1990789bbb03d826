import pg from "pg";
import { destroyConnection, type PostgresClient, type PostgresPool } from "./database.js";

/** Whether the error is an answer of the server, so that the connection is still usable. */
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

/** Whether a change was given no revision: see {@link insertChangesShape} and {@link logChangeParts}. */
export function isWithoutRevision(error: unknown): boolean {
  return isDatabaseError(error) && error.code === "23502" && error.table === "cmgen_changes";
}

/** Whether a statement failed only because of concurrent ones: a deadlock, or a serialization failure. */
export function isPassing(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === "40P01" || error.code === "40001");
}

/** Runs `use` with a connection. If it fails with anything but a statement's error, the connection is destroyed. */
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

/** Rolls back a transaction after `error`, and throws the error again. */
export async function rollBack(client: PostgresClient, error: unknown): Promise<never> {
  if (isDatabaseError(error)) await client.query("ROLLBACK");
  throw error;
}

/**
 * Destroys a connection on which unneeded rows still arrive. Releasing it would wait for them. The server ends the statement when it notices
 * that the client is gone.
 */
export function breakOff(client: PostgresClient): void {
  destroyConnection(client);
  client.release(true);
}

/** Destroys a connection if work on it takes too long. Whatever waits on it then fails. */
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

/** How long a server may take to roll back a transaction that only read. */
const ROLL_BACK_MILLISECONDS = 5000;

/** Ends a transaction that only read. Returns whether the connection is broken. */
export async function endTransaction(client: PostgresClient): Promise<boolean> {
  try {
    await workWithin(client, ROLL_BACK_MILLISECONDS, () => client.query("ROLLBACK"));
    return false;
  } catch {
    // Nothing was written, so it is enough not to use the connection again.
    return true;
  }
}
