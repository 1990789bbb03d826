import type pg from "pg";
import type { SqlValue } from "../sql/sql.js";
import type { PostgresPool } from "./database.js";
import { type DriverStatement, PostgresClient, type ServerSchema } from "./schema-client.js";
import { withClient } from "./with-client.js";

/** A pool of a server's connections, as the store of one schema uses it. */
export class SchemaPool {
  readonly #pool: PostgresPool;
  readonly #schema: ServerSchema;

  constructor(pool: PostgresPool, schema: ServerSchema) {
    this.#pool = pool;
    this.#schema = schema;
  }

  async connect(): Promise<PostgresClient> {
    return new PostgresClient(await this.#pool.connect(), this.#schema);
  }

  /** Runs a statement on one of the connections. */
  query<Row extends object = object>(
    statement: string | DriverStatement,
    values?: SqlValue[],
  ): Promise<pg.QueryResult<Row & pg.QueryResultRow>> {
    return withClient(this, (client) => client.query<Row>(statement, values));
  }
}
