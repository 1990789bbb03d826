import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { makeDatabaseFolder, openFile, type SqliteDatabase } from "./database.js";
import { FileInUseError, type FileOwner, readOwner, removeOwner, writeOwner } from "./file-owner.js";
import { isBusy } from "./sqlite-trouble.js";

/** How long a process takes to stop, at most, unless it says otherwise. */
const STOP_MILLISECONDS = 10_000;

/** How much longer than that others wait for its file. */
const GRACE_MILLISECONDS = 5000;

const ASK_MILLISECONDS = 100;

/** How a process takes a file. */
export interface FileWait {
  /** How long this process takes to stop, at most. Default 10,000. */
  readonly stopMilliseconds?: number | undefined;
  /** Called once, if another process has the file. */
  readonly waiting?: ((owner: FileOwner | undefined) => void) | undefined;
}

/**
 * A database file that belongs to this process, until it gives it up or ends. A process that is stopped keeps it. The operating system has
 * locked a file beside the database, `<file>-lock`, so that others can still read the database. SQLite makes the lock, and nothing else may
 * open that file in this process: closing any descriptor of a file releases all locks that the process has on it.
 */
export class HeldFile {
  readonly owner: FileOwner;
  readonly #file: string;
  readonly #lock: SqliteDatabase;

  private constructor(file: string, lock: SqliteDatabase, stopMilliseconds: number) {
    this.#file = file;
    this.#lock = lock;
    this.owner = writeOwner(file, stopMilliseconds);
  }

  /** Path of the locked file. */
  get lockPath(): string {
    return lockPath(this.#file);
  }

  /**
   * Takes a file. If another process has it, waits for as long as that may need to stop, and five seconds more.
   *
   * @throws {FileInUseError} if the other process still has it then.
   */
  static async take(file: string, wait: FileWait = {}): Promise<HeldFile> {
    let last: FileOwner | undefined;
    for await (const { held, owner } of HeldFile.tries(file, wait)) {
      if (held !== undefined) return held;
      last = owner;
    }
    throw new FileInUseError(file, last);
  }

  /** Tries to take a file again and again, for as long as {@link take} waits. Who has it is undefined where that is not known. */
  static async *tries(
    file: string,
    { stopMilliseconds = STOP_MILLISECONDS, waiting }: FileWait = {},
  ): AsyncGenerator<{ readonly held: HeldFile | undefined; readonly owner: FileOwner | undefined }> {
    makeDatabaseFolder(file);
    const path = realPath(file);
    const begun = performance.now();
    for (let isFirst = true; ; isFirst = false) {
      const held = HeldFile.#tryTake(path, stopMilliseconds);
      const owner = held === undefined ? readOwner(path) : undefined;
      if (held === undefined && isFirst) waiting?.(owner);
      yield { held, owner };
      const most = (owner?.stopMilliseconds ?? STOP_MILLISECONDS) + GRACE_MILLISECONDS;
      if (held !== undefined || performance.now() - begun > most) return;
      await delay(ASK_MILLISECONDS);
    }
  }

  static #tryTake(path: string, stopMilliseconds: number): HeldFile | undefined {
    const lock = tryLock(lockPath(path));
    if (lock === undefined) return undefined;
    try {
      return new HeldFile(path, lock, stopMilliseconds);
    } catch (error) {
      lock.close();
      throw error;
    }
  }

  /** Gives the file up. May be called twice: another process may have it by then. */
  release(): void {
    if (!this.#lock.open) return;
    removeOwner(this.#file, this.owner);
    this.#lock.close();
  }
}

/** Whatever path it is opened by, a file has one lock. */
function realPath(file: string): string {
  const path = resolve(file);
  return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
}

function lockPath(file: string): string {
  return `${file}-lock`;
}

/** An exclusive transaction locks the file before anything is written. Nothing ever is. */
function tryLock(path: string): SqliteDatabase | undefined {
  const file = openFile(path, { timeout: 0 });
  try {
    file.exec("BEGIN EXCLUSIVE");
    return file;
  } catch (error) {
    file.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}
