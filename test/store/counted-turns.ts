import type pg from "pg";
import type { PostgresPool } from "../../packages/store/dist/postgres/database.js";

/**
 * Counts turns to the server on the connections of a pool: how often something is sent on one that waits for nothing, and all of it is answered. What
 * was sent and is not answered yet, such as the end of a transaction that nobody waits for, does not count.
 */
export class CountedTurns {
  readonly #pool: PostgresPool;
  #turns = 0;
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
        if (waiting === 0) this.#turns += 1;
      });
    });
  }

  get count(): number {
    return this.#turns;
  }

  /** Whether all that was sent is answered, and nobody uses a connection. Those that the pool keeps for the next list are free. */
  get isIdle(): boolean {
    return this.#waiting === 0 && this.#pool.unusedCount === this.#pool.totalCount;
  }
}
