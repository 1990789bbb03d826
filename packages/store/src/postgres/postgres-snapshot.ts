import type { DatabaseReads, DatabaseSnapshot } from "../sql/database-snapshot.js";
import { postgresDialect } from "../sql/dialect.js";
import { SchemaNames } from "../sql/schema-names.js";
import { compileQuery, type Fragment } from "../sql/sql.js";
import { readCitusSchema } from "./citus.js";
import { openPool, type PostgresConnection } from "./database.js";
import { PostgresServers } from "./postgres-servers.js";
import { PostgresClient } from "./schema-client.js";
import { runStatements } from "./statements.js";

/** Rows of a stream read at a time. */
const STREAMED_AT_ONCE = 200;

/** Opens a snapshot of a PostgreSQL database. */
export async function openPostgresSnapshot(url: string): Promise<DatabaseSnapshot> {
  const pool = openPool(new PostgresServers(url), { connections: 1 });
  try {
    const connection = await pool.connect();
    await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return {
      ...postgresReads(connection),
      // Checking its files needs an administrator and the extension `amcheck`.
      damage: async () => [],
      warnings: async () => (await readCitusSchema(runStatements(searched(connection)))).warnings,
      close: async () => {
        // The transaction ends with its connection.
        connection.release(true);
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** A connection whose statements find the tables by its search path. */
function searched(connection: PostgresConnection): PostgresClient {
  return new PostgresClient(connection, { names: SchemaNames.searched, suffix: "" });
}

/** What a connection's transaction sees. */
export function postgresReads(connection: PostgresConnection): DatabaseReads {
  const client = searched(connection);
  return {
    dialect: postgresDialect,
    rows: runStatements(client),
    async *stream<Row extends object>(statement: Fragment) {
      const { sql, values } = compileQuery(postgresDialect, statement);
      await client.query(`DECLARE stream NO SCROLL CURSOR FOR ${sql}`, values);
      for (;;) {
        const { rows } = await client.query<Row>(`FETCH ${STREAMED_AT_ONCE} FROM stream`);
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query("CLOSE stream");
    },
    tables: async () => {
      const tables = "SELECT tablename AS name FROM pg_tables WHERE schemaname = ANY (current_schemas(false))";
      return (await client.query<{ name: string }>(tables)).rows.map(({ name }) => name);
    },
  };
}
