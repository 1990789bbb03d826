import { resolve } from "node:path";
import type { HeldLock, ProcessLocks } from "../process-locks.js";
import { LockFile, LockWatch } from "./lock-file.js";
import type { SqliteDatabase } from "./database.js";

/** Never aborted: no other process can open a database in memory. */
const never = new AbortController().signal;

/**
 * Locks of a database in a file. One process at a time has all of them, by the operating system's lock on a file beside the database. A database
 * in memory belongs to its process.
 */
export class SqliteLocks implements ProcessLocks {
  readonly #base: string | undefined;
  readonly #watch: LockWatch | undefined;
  readonly #held = new Set<string>();
  #owned: LockFile | undefined;
  #closed = false;

  constructor(database: SqliteDatabase) {
    // Absolute, since it is opened again after the process may have changed its working folder.
    this.#base = database.memory ? undefined : `${resolve(database.name)}-lock`;
    this.#watch = this.#base === undefined ? undefined : new LockWatch(this.#base);
  }

  async tryHold(name: string): Promise<HeldLock | undefined> {
    if (this.#closed || this.#held.has(name) || !this.#own()) return undefined;
    this.#held.add(name);
    const owned = this.#owned;
    return {
      lost: owned?.lost ?? never,
      isHeld: () => owned?.isCurrent() ?? true,
      // A lost lock is forgotten, and may have been taken again since.
      release: async () => {
        if (owned === this.#owned) this.#release(name);
      },
    };
  }

  tryShare(name: string): Promise<HeldLock | undefined> {
    return this.tryHold(name);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#forget();
  }

  #release(name: string): void {
    this.#held.delete(name);
    if (this.#held.size === 0) this.#disown();
  }

  #own(): boolean {
    if (this.#base === undefined || this.#owned !== undefined) return true;
    const taken = LockFile.tryTake(this.#base);
    if (taken === undefined) this.#watch?.look();
    else taken.lost.addEventListener("abort", () => this.#forget(), { once: true });
    this.#owned = taken;
    return taken !== undefined;
  }

  #forget(): void {
    this.#held.clear();
    this.#disown();
  }

  #disown(): void {
    this.#owned?.release();
    this.#owned = undefined;
  }
}
