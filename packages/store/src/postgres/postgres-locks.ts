import type { HeldLock, ProcessLocks } from "../process-locks.js";
import { LockSession } from "./lock-session.js";
import type { PostgresServers } from "./postgres-servers.js";

/** Advisory locks in a session of their own, which is opened for the first lock, and again after it broke. */
export class PostgresLocks implements ProcessLocks {
  readonly #servers: PostgresServers;
  #session: Promise<LockSession> | undefined;
  readonly #closing = new AbortController();

  constructor(servers: PostgresServers) {
    this.#servers = servers;
  }

  async tryHold(name: string): Promise<HeldLock | undefined> {
    return (await this.#open()).tryHold(name);
  }

  async tryShare(name: string): Promise<HeldLock | undefined> {
    return (await this.#open()).tryShare(name);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const session = await this.#session?.catch(() => undefined);
    await session?.close();
  }

  async #open(): Promise<LockSession> {
    if (this.#closing.signal.aborted) throw new Error("The store is closed");
    return (this.#session ??= this.#begin());
  }

  async #begin(): Promise<LockSession> {
    const forget = (): void => void (this.#session = undefined);
    try {
      const session = await LockSession.open(this.#servers, this.#closing.signal);
      session.ended.addEventListener("abort", forget, { once: true });
      return session;
    } catch (error) {
      forget();
      throw error;
    }
  }
}
