import pg from "pg";
import type { PostgresClient, PostgresPool } from "./database.js";

/** Whether the server answered with the error, so that the connection is as good as before. */
export function isDatabaseError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.severity === "ERROR";
}

/**
 * Whether an error is of the connection and not of what was asked on it: the server ended it (shut down, out of connections), the network
 * did, or nobody answers. pg's own errors of that kind have no code.
 */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.severity !== "ERROR" || /^(?:08|53|57)/.test(error.code ?? "");
  if (!(error instanceof Error)) return false;
  if ("code" in error) return CONNECTION_CODES.has(String(error.code));
  return /^(?:Connection terminated|Client has encountered a connection error|timeout e|Query read timeout)/.test(
    error.message,
  );
}

const CONNECTION_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Whether a unique index refused a statement. */
export function isUniqueViolation(error: unknown): boolean {
  return isDatabaseError(error) && error.code === "23505";
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
  if (client instanceof pg.Client) client.connection.stream.destroy();
  client.release(true);
}

/** Ends a transaction that only read. Returns whether the connection is of no more use. */
export async function endTransaction(client: PostgresClient): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return false;
  } catch {
    // Nothing was written: all there is to do about it is not to use the connection again.
    return true;
  }
}
