import type pg from "pg";
import type { SqlValue } from "../sql/sql.js";
import { memoized } from "../memoized.js";
import type { PostgresConnection, PostgresPool } from "./database.js";
import { type DriverStatement, PostgresClient, type ServerSchema } from "./schema-client.js";

/**
 * A pool of a server's connections, as the store of one schema uses it. The pool serves in the order of requests, so where stores share it, none asks
 * for all of its connections: while a lock holds up one schema, or many of its requests wait, others still have their turn.
 */
export class SchemaPool {
  readonly #pool: PostgresPool;
  readonly #schema: ServerSchema;
  readonly #most: number;
  readonly #clients = new WeakMap<PostgresConnection, PostgresClient>();
  #used = 0;
  #isClosed = false;
  readonly #waiting: (() => void)[] = [];

  /** @param most connections that are used at the same time. */
  constructor(pool: PostgresPool, schema: ServerSchema, most = Infinity) {
    this.#pool = pool;
    this.#schema = schema;
    this.#most = most;
  }

  /** @throws the driver's error if none is free in time, as that of the pool. */
  connect(): Promise<PostgresClient> {
    return new Promise((resolve, reject) => this.#connect(resolve, reject));
  }

  /** Runs a statement on one of the connections. */
  query<Row extends object = object>(
    statement: string | DriverStatement,
    values?: SqlValue[],
  ): Promise<pg.QueryResult<Row & pg.QueryResultRow>> {
    return new Promise((resolve, reject) => {
      this.#connect((client) => {
        client.queryLast(statement, values, (error, result) => {
          if (error) reject(error);
          else resolve(result);
        });
      }, reject);
    });
  }

  /** Lets nobody take a connection from now on. Those that are used stay so. */
  close(): void {
    this.#isClosed = true;
  }

  /** Reading an object takes little more than this: without promises it is a tenth less. */
  #connect(use: (client: PostgresClient) => void, fail: (error: unknown) => void): void {
    const begin = (): void =>
      this.#pool.connect((error, connection) => {
        if (connection !== undefined) return use(memoized(this.#clients, connection, () => this.#clientOf(connection)));
        this.#leave();
        fail(error);
      });
    if (this.#isClosed) return fail(new Error("The store is closed"));
    if (this.#used >= this.#most) return this.#wait(begin, fail);
    this.#used += 1;
    begin();
  }

  #clientOf(connection: PostgresConnection): PostgresClient {
    return new PostgresClient(connection, this.#schema, () => this.#leave());
  }

  /** Waits until another request of the store leaves its place to this one. */
  #wait(begin: () => void, fail: (error: unknown) => void): void {
    const next = (): void => {
      clearTimeout(timer);
      begin();
    };
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      fail(new Error("timeout exceeded when trying to connect"));
    }, this.#pool.options.connectionTimeoutMillis);
    this.#waiting.push(next);
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#used -= 1;
    else next();
  }
}
