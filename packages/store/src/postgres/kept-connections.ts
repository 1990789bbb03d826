import type { PostgresClient } from "./database.js";

/** How long connections are kept. Then the pool has them, which closes those that nobody needs. */
const KEPT_MILLISECONDS = 1000;

/**
 * Connections of a pool that are at hand for the next short use. To give one back to its pool and to get it again takes three timers, two promises
 * and a turn of the event loop: as long as the server takes to read a few rows.
 */
export class KeptConnections {
  #clients: PostgresClient[] = [];
  #timer: NodeJS.Timeout | undefined;

  get count(): number {
    return this.#clients.length;
  }

  /** The connection that was kept last, if it is still open. */
  take(isOpen: (client: PostgresClient) => boolean): PostgresClient | undefined {
    for (;;) {
      const client = this.#clients.pop();
      if (client === undefined || isOpen(client)) return client;
      client.release(true);
    }
  }

  keep(client: PostgresClient): void {
    this.#clients.push(client);
    this.#timer ??= setTimeout(() => this.release(), KEPT_MILLISECONDS).unref();
  }

  /** Gives all back to the pool. */
  release(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const clients = this.#clients;
    this.#clients = [];
    for (const client of clients) client.release();
  }
}
