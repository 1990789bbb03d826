import type { HeldLock, ProcessLocks } from "../process-locks.js";
import { LockSession, type AdvisoryLock } from "./lock-session.js";

/** Advisory locks in a session of their own, which is opened for the first lock, and again after it broke. */
export class PostgresLocks implements ProcessLocks {
  readonly #url: string;
  #session: Promise<LockSession> | undefined;
  readonly #closing = new AbortController();

  constructor(url: string) {
    this.#url = url;
  }

  async tryHold(name: string): Promise<HeldLock | undefined> {
    const session = await this.#open();
    // A session can take the same lock twice.
    if (session.held.has(name)) return undefined;
    session.held.add(name);
    const forget = (): void => void session.held.delete(name);
    try {
      const lock = await takeLock(session, { name, shared: false });
      if (lock === undefined) forget();
      return lock && { ...lock, release: () => lock.release().finally(forget) };
    } catch (error) {
      forget();
      throw error;
    }
  }

  async tryShare(name: string): Promise<HeldLock | undefined> {
    return takeLock(await this.#open(), { name, shared: true });
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
      const session = await LockSession.open(this.#url, this.#closing.signal);
      session.ended.addEventListener("abort", forget, { once: true });
      return session;
    } catch (error) {
      forget();
      throw error;
    }
  }
}

async function takeLock(session: LockSession, lock: AdvisoryLock): Promise<HeldLock | undefined> {
  if (!(await session.tryLock(lock))) return undefined;
  const release = async (): Promise<void> => {
    try {
      if (!session.ended.aborted) await session.unlock(lock);
    } catch (error) {
      // The lock was released with the session.
      if (!session.ended.aborted) throw error;
    }
  };
  const fence = { lock: lock.name, holder: session.processId };
  return { lost: session.ended, isHeld: () => session.isCurrent(), fence, release };
}
