import { memoized } from "../memoized.js";
import type { HeldLock, ProcessLocks } from "../process-locks.js";
import { LockSession } from "./lock-session.js";
import type { PostgresServers } from "./postgres-servers.js";

/** Advisory locks of a server's schemas, in a session of their own, which is opened for the first lock, and again after it broke. */
export class PostgresLocks {
  readonly #servers: PostgresServers;
  #session: Promise<LockSession> | undefined;
  readonly #closing = new AbortController();

  constructor(servers: PostgresServers) {
    this.#servers = servers;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const session = await this.#session?.catch(() => undefined);
    await session?.close();
  }

  /** The session that holds the locks. */
  async open(): Promise<LockSession> {
    if (this.#closing.signal.aborted) throw new Error("The store is closed");
    return (this.#session ??= this.#begin());
  }

  async #begin(): Promise<LockSession> {
    const forget = (): void => void (this.#session = undefined);
    try {
      const session = await LockSession.open(this.#servers, this.#closing.signal);
      session.ended.addEventListener("abort", forget, { once: true });
      // It may have ended while it was opened, which nobody is told any more.
      if (session.ended.aborted) forget();
      return session;
    } catch (error) {
      forget();
      throw error;
    }
  }
}

/** The locks of one schema, until its store is closed. */
export class SchemaLocks implements ProcessLocks {
  readonly #locks: PostgresLocks;
  readonly #schema: string;
  readonly #held = new Set<HeldLock>();
  readonly #closing = new AbortController();
  /** When locks are lost, by when their session ends. */
  readonly #lost = new WeakMap<AbortSignal, AbortSignal>();

  constructor(locks: PostgresLocks, schema: string) {
    this.#locks = locks;
    this.#schema = schema;
  }

  tryHold(name: string): Promise<HeldLock | undefined> {
    return this.#take((session) => session.tryHold(this.#schema, name));
  }

  tryShare(name: string): Promise<HeldLock | undefined> {
    return this.#take((session) => session.tryShare(this.#schema, name));
  }

  /** Releases what is still held: its holders are told that it is lost. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#held].map((lock) => lock.release()));
  }

  async #take(take: (session: LockSession) => Promise<HeldLock | undefined>): Promise<HeldLock | undefined> {
    this.#assertOpen();
    const lock = await take(await this.#locks.open());
    if (lock === undefined) return undefined;
    const closed = this.#closing.signal;
    const release = async (): Promise<void> => {
      if (this.#held.delete(lock)) await lock.release();
    };
    this.#held.add(lock);
    if (closed.aborted) {
      await release();
      this.#assertOpen();
    }
    const lost = memoized(this.#lost, lock.lost, () => AbortSignal.any([lock.lost, closed]));
    return { ...lock, lost, isHeld: () => !closed.aborted && lock.isHeld(), release };
  }

  #assertOpen(): void {
    if (this.#closing.signal.aborted) throw new Error("The store is closed");
  }
}
