import type { HeldLock, ProcessLocks } from "../process-locks.js";

/** Never aborted: no other process has the database. */
const never = new AbortController().signal;

/** Locks of an SQLite database, which belongs to one process: there each has one holder. */
export class SqliteLocks implements ProcessLocks {
  readonly #held = new Set<string>();

  async tryHold(name: string): Promise<HeldLock | undefined> {
    if (this.#held.has(name)) return undefined;
    this.#held.add(name);
    return { lost: never, isHeld: () => true, release: async () => void this.#held.delete(name) };
  }

  tryShare(name: string): Promise<HeldLock | undefined> {
    return this.tryHold(name);
  }

  async close(): Promise<void> {
    this.#held.clear();
  }
}
