import type pg from "pg";

/**
 * Counts turns to the server on the connections of a pool: how often something is sent on one that waits for nothing, and all of it is answered. What
 * was sent and is not answered yet, such as the end of a transaction that nobody waits for, does not count.
 */
export class CountedTurns {
  readonly #pool: pg.Pool;
  #turns = 0;
  #waiting = 0;

  constructor(pool: pg.Pool) {
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

  /** Whether all that was sent is answered, and all connections are free. */
  get isIdle(): boolean {
    return this.#waiting === 0 && this.#pool.idleCount === this.#pool.totalCount;
  }
}
