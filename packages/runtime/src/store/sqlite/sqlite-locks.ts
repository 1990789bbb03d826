import Database from "better-sqlite3";
import type { HeldLock, ProcessLocks } from "../process-locks.js";
import { isBusy, type SqliteDatabase } from "./open-database.js";

/** Never aborted: a file's lock cannot be lost. */
const never = new AbortController().signal;

/**
 * Locks of a database in a file: one process at a time has all of them, by the system's lock on an empty file beside the database, which
 * goes with the process. A database in memory is its process's own.
 */
export class SqliteLocks implements ProcessLocks {
  readonly #file: string | undefined;
  readonly #held = new Set<string>();
  #owned: SqliteDatabase | undefined;
  #closed = false;

  constructor(database: SqliteDatabase) {
    this.#file = database.memory ? undefined : `${database.name}-lock`;
  }

  async tryHold(name: string): Promise<HeldLock | undefined> {
    if (this.#closed || this.#held.has(name) || !this.#own()) return undefined;
    this.#held.add(name);
    return { lost: never, release: async () => this.#release(name) };
  }

  tryShare(name: string): Promise<HeldLock | undefined> {
    return this.tryHold(name);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#held.clear();
    this.#disown();
  }

  #release(name: string): void {
    this.#held.delete(name);
    if (this.#held.size === 0) this.#disown();
  }

  /** A transaction that excludes others locks a file before anything is written to it: nothing ever is. */
  #own(): boolean {
    if (this.#file === undefined || this.#owned !== undefined) return true;
    const file = new Database(this.#file, { timeout: 0 });
    try {
      file.exec("BEGIN EXCLUSIVE");
      this.#owned = file;
      return true;
    } catch (error) {
      file.close();
      if (isBusy(error)) return false;
      throw error;
    }
  }

  #disown(): void {
    this.#owned?.close();
    this.#owned = undefined;
  }
}
