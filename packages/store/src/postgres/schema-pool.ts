import type pg from "pg";
import type { SqlValue } from "../sql/sql.js";
import type { PostgresPool } from "./database.js";
import { type DriverStatement, PostgresClient, type ServerSchema } from "./schema-client.js";
import { withClient } from "./with-client.js";

/**
 * A pool of a server's connections, as the store of one schema uses it. The pool serves in the order of requests, so where stores share it, none asks
 * for all of its connections: while a lock holds up one schema, or many of its requests wait, others still have their turn.
 */
export class SchemaPool {
  readonly #pool: PostgresPool;
  readonly #schema: ServerSchema;
  readonly #most: number;
  #used = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param most connections that are used at the same time. */
  constructor(pool: PostgresPool, schema: ServerSchema, most = Infinity) {
    this.#pool = pool;
    this.#schema = schema;
    this.#most = most;
  }

  /** @throws the driver's error if none is free in time, as that of the pool. */
  async connect(): Promise<PostgresClient> {
    if (this.#used >= this.#most) await this.#wait();
    else this.#used += 1;
    try {
      return new PostgresClient(await this.#pool.connect(), this.#schema, () => this.#leave());
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /** Runs a statement on one of the connections. */
  query<Row extends object = object>(
    statement: string | DriverStatement,
    values?: SqlValue[],
  ): Promise<pg.QueryResult<Row & pg.QueryResultRow>> {
    return withClient(this, (client) => client.query<Row>(statement, values));
  }

  /** Waits until another request of the store leaves its place to this one. */
  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(new Error("timeout exceeded when trying to connect"));
      }, this.#pool.options.connectionTimeoutMillis);
      this.#waiting.push(begin);
    });
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#used -= 1;
    else next();
  }
}
