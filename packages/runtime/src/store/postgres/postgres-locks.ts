import type { HeldLock, ProcessLocks } from "../process-locks.js";
import { LockSession } from "./lock-session.js";

/** Locks as advisory locks of a session of their own, which is opened when the first is asked for, and again after it broke. */
export class PostgresLocks implements ProcessLocks {
  readonly #url: string;
  readonly #held = new Set<string>();
  #session: Promise<LockSession> | undefined;
  #closed = false;

  constructor(url: string) {
    this.#url = url;
  }

  async tryHold(name: string): Promise<HeldLock | undefined> {
    // A session may take a lock twice that it has.
    if (this.#closed || this.#held.has(name)) return undefined;
    this.#held.add(name);
    try {
      const session = await this.#open();
      if (await session.tryLock(name)) return this.#lock(session, name);
      this.#held.delete(name);
      return undefined;
    } catch (error) {
      this.#held.delete(name);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const session = await this.#session?.catch(() => undefined);
    await session?.close();
  }

  #lock(session: LockSession, name: string): HeldLock {
    const forget = (): void => void this.#held.delete(name);
    session.ended.addEventListener("abort", forget, { once: true });
    if (session.ended.aborted) forget();
    return {
      lost: session.ended,
      release: async () => {
        if (session.ended.aborted) return;
        await session.unlock(name).catch((error: unknown) => this.#rethrowUnlessEnded(session, error));
        session.ended.removeEventListener("abort", forget);
        forget();
      },
    };
  }

  /** The session's end gave the lock up as well. */
  #rethrowUnlessEnded(session: LockSession, error: unknown): void {
    if (!session.ended.aborted) throw error;
  }

  #open(): Promise<LockSession> {
    this.#session ??= this.#begin();
    return this.#session;
  }

  async #begin(): Promise<LockSession> {
    const forget = (): void => void (this.#session = undefined);
    try {
      const session = await LockSession.open(this.#url);
      session.ended.addEventListener("abort", forget, { once: true });
      return session;
    } catch (error) {
      forget();
      throw error;
    }
  }
}
