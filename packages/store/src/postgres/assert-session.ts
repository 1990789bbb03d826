import { randomUUID } from "node:crypto";
import pg from "pg";
import { destroyConnection, endClient } from "./connection-end.js";

/** How long the pooler may take to serve two clients at the same time. */
const POOLER_MILLISECONDS = 5000;

/** A third client of the pooler may interfere with one probe, so there are several. */
const TRIES = 3;

/** The server accepts any setting whose name has a dot, and gives it no meaning. */
const SETTING = "cmgen.session";

const ADVICE =
  "connect to the server itself, or through a pooler that keeps a connection for each client (PgBouncer: pool_mode = session)";

/**
 * Checks that a connection keeps the same session of the server. A pooler that assigns sessions by transaction silently breaks locks,
 * notifications and the search path; objects would be written to another schema.
 *
 * @throws {Error} if the connection leads to such a pooler.
 */
export async function assertSession(client: pg.ClientBase, url: string): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  // A pooler reports a process id of its own. (The driver's types do not have this property.)
  if ("processID" in client && client.processID === rows[0]?.pid) return;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    if (await keepsSession(client, url)) continue;
    throw new Error(`the database is reached through a pooler that assigns connections by transaction; ${ADVICE}`);
  }
}

/** While another client is in a transaction, such a pooler cannot answer on the session that was used before. */
async function keepsSession(client: pg.ClientBase, url: string): Promise<boolean> {
  const mark = randomUUID();
  const other = new pg.Client({ connectionString: url, connectionTimeoutMillis: POOLER_MILLISECONDS });
  // Queries that wait for an answer fail with the connection.
  other.on("error", () => undefined);
  const timer = setTimeout(() => {
    for (const waiting of [client, other]) destroyConnection(waiting);
  }, POOLER_MILLISECONDS);
  try {
    await other.connect();
    await client.query(`SELECT set_config('${SETTING}', $1, false)`, [mark]);
    await other.query("BEGIN");
    await other.query("SELECT 1");
    const { rows } = await client.query<{ mark: string }>(`SELECT current_setting('${SETTING}', true) AS mark`);
    return rows[0]?.mark === mark;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the database is reached through a pooler that does not serve two connections at once (${why}); ${ADVICE}`,
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
    await endClient(other, POOLER_MILLISECONDS);
  }
}
