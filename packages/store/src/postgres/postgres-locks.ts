import type { HeldLock, ProcessLocks } from "../process-locks.js";
import { LockSession, type AdvisoryLock } from "./lock-session.js";

/** Advisory locks in a session of their own, which is opened for the first lock, and again after it broke. */
export class PostgresLocks implements ProcessLocks {
  readonly #url: string;
  readonly #held = new Set<string>();
  #session: Promise<LockSession> | undefined;
  readonly #closing = new AbortController();

  constructor(url: string) {
    this.#url = url;
  }

  async tryHold(name: string): Promise<HeldLock | undefined> {
    // A session can take the same lock twice.
    if (this.#held.has(name)) return undefined;
    this.#held.add(name);
    const forget = (): void => void this.#held.delete(name);
    try {
      const lock = await this.#take({ name, shared: false });
      if (lock === undefined) forget();
      lock?.lost.addEventListener("abort", forget, { once: true });
      return lock && { ...lock, release: () => lock.release().then(forget) };
    } catch (error) {
      forget();
      throw error;
    }
  }

  tryShare(name: string): Promise<HeldLock | undefined> {
    return this.#take({ name, shared: true });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const session = await this.#session?.catch(() => undefined);
    await session?.close();
  }

  async #take(lock: AdvisoryLock): Promise<HeldLock | undefined> {
    if (this.#closing.signal.aborted) throw new Error("The store is closed");
    const session = await (this.#session ??= this.#begin());
    if (!(await session.tryLock(lock))) return undefined;
    const release = async (): Promise<void> => {
      try {
        if (!session.ended.aborted) await session.unlock(lock);
      } catch (error) {
        // The lock was released with the session.
        if (!session.ended.aborted) throw error;
      }
    };
    return { lost: session.ended, isHeld: () => session.isCurrent(), release };
  }

  async #begin(): Promise<LockSession> {
    const forget = (): void => void (this.#session = undefined);
    try {
      const session = await LockSession.open(this.#url, this.#closing.signal);
      session.ended.addEventListener("abort", forget, { once: true });
      return session;
    } catch (error) {
      forget();
      throw error;
    }
  }
}
