import type { DatabaseReads, DatabaseSnapshot } from "../sql/database-snapshot.js";
import { postgresDialect } from "../sql/dialect.js";
import type { Shape } from "../sql/sql.js";
import { openPool, type PostgresClient, type PostgresPool } from "./database.js";
import { runShapes } from "./statements.js";

/** Rows of a stream read at a time. */
const STREAMED_AT_ONCE = 200;

/** Opens a snapshot of a PostgreSQL database. */
export async function openPostgresSnapshot(url: string): Promise<DatabaseSnapshot> {
  const pool = openPool(url, { connections: 1 });
  try {
    const client = await pool.connect();
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return new PostgresSnapshot(pool, client);
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** What a connection's transaction sees. */
export class PostgresReads implements DatabaseReads {
  readonly dialect = postgresDialect;
  readonly #client: PostgresClient;

  constructor(client: PostgresClient) {
    this.#client = client;
  }

  rows<Input, Row extends object>(shape: Shape<Input>, input: Input): Promise<readonly Row[]> {
    return runShapes(this.#client)(shape, input);
  }

  async *stream<Input, Row extends object>(shape: Shape<Input>, input: Input): AsyncGenerator<readonly Row[], void> {
    await this.#client.query(`DECLARE stream NO SCROLL CURSOR FOR ${shape.sql}`, shape.bind(input));
    for (;;) {
      const { rows } = await this.#client.query<Row>(`FETCH ${STREAMED_AT_ONCE} FROM stream`);
      if (rows.length === 0) break;
      yield rows;
    }
    await this.#client.query("CLOSE stream");
  }

  async tables(): Promise<readonly string[]> {
    const tables = "SELECT tablename AS name FROM pg_tables WHERE schemaname = ANY (current_schemas(false))";
    return (await this.#client.query<{ name: string }>(tables)).rows.map(({ name }) => name);
  }
}

class PostgresSnapshot extends PostgresReads implements DatabaseSnapshot {
  readonly #pool: PostgresPool;
  readonly #client: PostgresClient;

  constructor(pool: PostgresPool, client: PostgresClient) {
    super(client);
    this.#pool = pool;
    this.#client = client;
  }

  /** Checking its files needs an administrator and the extension `amcheck`. */
  async damage(): Promise<readonly string[]> {
    return [];
  }

  async close(): Promise<void> {
    // The transaction ends with its connection.
    this.#client.release(true);
    await this.#pool.end();
  }
}
