import type pg from "pg";
import type { PostgresPool } from "../../packages/store/dist/postgres/database.js";

/**
 * Counts round trips to the server on the connections of a pool: how often something is sent on one that waits for nothing, and all of it is answered. What
 * was sent and is not answered yet, such as the end of a transaction that nobody waits for, does not count.
 */
export class CountedRoundTrips {
  readonly #pool: PostgresPool;
  #count = 0;
  #waiting = 0;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
    pool.on("connect", (client: pg.PoolClient & Pick<pg.Client, "connection">) => {
      let waiting = 0;
      const query = client.query.bind(client) as (...all: unknown[]) => unknown;
      const counted = (...all: unknown[]): unknown => {
        waiting += 1;
        this.#waiting += 1;
        return query(...all);
      };
      client.query = counted as pg.PoolClient["query"];
      client.connection.on("readyForQuery", () => {
        waiting -= 1;
        this.#waiting -= 1;
        if (waiting === 0) this.#count += 1;
      });
    });
  }

  get count(): number {
    return this.#count;
  }

  /** Whether all that was sent is answered, and no connection is in use. */
  get isIdle(): boolean {
    return this.#waiting === 0 && this.#pool.idleCount === this.#pool.totalCount;
  }
}
