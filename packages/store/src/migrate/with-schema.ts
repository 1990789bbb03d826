import type { PostgresConnection } from "../postgres/database.js";
import { migrationHome } from "./migration-home.js";

/** Runs `use` on a connection of its own, with the name of the schema that the URL names, or that the search path leads to. */
export async function withSchema<Result>(
  url: string,
  given: string | undefined,
  use: (client: PostgresConnection, schema: string) => Promise<Result>,
): Promise<Result> {
  // The driver is loaded only for a PostgreSQL server.
  const { openPool } = await import("../postgres/database.js");
  const { PostgresServers } = await import("../postgres/postgres-servers.js");
  const pool = openPool(new PostgresServers(url), { connections: 1 });
  const client = await pool.connect().catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  try {
    const { schema } = await migrationHome(client, given);
    return await use(client, schema);
  } finally {
    client.release();
    await pool.end();
  }
}
