import type pg from "pg";
import { isDatabaseError } from "./postgres-trouble.js";
import type { PostgresClient } from "./schema-client.js";

/** A pool of connections, or the view of one. */
interface ClientPool<Client> {
  connect(): Promise<Client>;
}

interface Releasable {
  release(isBroken?: boolean): void;
}

interface Transactional {
  query(text: string): Promise<unknown>;
}

/** Runs `use` with a connection. If it fails with anything but a statement's error, the connection is destroyed. */
export async function withClient<Client extends Releasable, Result>(
  pool: ClientPool<Client>,
  use: (client: Client) => Promise<Result>,
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

/** Runs `use` in a transaction. */
export function withTransaction<Client extends Releasable & Transactional, Result>(
  pool: ClientPool<Client>,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  return withClient(pool, async (client) => {
    try {
      await client.query("BEGIN");
      const result = await use(client);
      await client.query("COMMIT");
      return result;
    } catch (error) {
      return rollBack(client, error);
    }
  });
}

/** Rolls back a transaction after `error`, and throws the error again. */
export async function rollBack(client: Transactional, error: unknown): Promise<never> {
  if (isDatabaseError(error)) await client.query("ROLLBACK");
  throw error;
}

/** Destroys a connection if work on it takes too long. Whatever waits on it then fails. */
export async function workWithin<Result>(
  client: PostgresClient,
  milliseconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(() => client.destroy(), milliseconds);
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

/**
 * The first row of a statement, or undefined if the server does not answer it in time. If this process was busy for longer, it first looks at
 * what has arrived.
 */
export async function rowWithin<Row extends object>(
  client: pg.Client,
  statement: string,
  milliseconds: number,
): Promise<Row | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => setImmediate(() => resolve(undefined)), milliseconds);
    const end = (row: Row | undefined): void => {
      clearTimeout(timer);
      resolve(row);
    };
    client.query<Row>(statement).then(
      ({ rows }) => end(rows[0]),
      () => end(undefined),
    );
  });
}
