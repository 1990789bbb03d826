import { statSync } from "node:fs";
import { basename, resolve } from "node:path";

const INTERVAL_MILLISECONDS = 1000;

/** Nothing that is written now would be found again by who opens the database. */
export class LostFileError extends Error {
  override readonly name = "LostFileError";
  /** In the form of SQLite's codes for a file that fails: callers tell trouble with the database by these. */
  readonly code = "SQLITE_IOERR_LOST";
}

/**
 * Finds out when a database's file, or the log beside it, is deleted or replaced while it is open: SQLite goes on writing to what no name
 * leads to any more, and says nothing. Looked at once a second, and after each commit before it is acknowledged. When the very files are
 * back, all is well again.
 */
export class FileGuard {
  /** What the files were when the database was opened. */
  readonly #opened: ReadonlyMap<string, string>;
  readonly #lost: (error: LostFileError) => void;
  readonly #timer: NodeJS.Timeout;
  #problem: string | undefined;

  /**
   * @param file Opened, and in WAL mode.
   * @param lost Called once when the files are found to be others.
   */
  constructor(file: string, lost: (error: LostFileError) => void) {
    this.#lost = lost;
    const paths = [resolve(file), `${resolve(file)}-wal`];
    this.#opened = new Map(paths.flatMap((path) => entryOf(path)));
    this.#timer = setInterval(() => this.check(), INTERVAL_MILLISECONDS);
    this.#timer.unref();
  }

  /** What is wrong, as far as is known without looking. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Looks at the files. */
  check(): string | undefined {
    const before = this.#problem;
    this.#problem = this.#look();
    if (before === undefined && this.#problem !== undefined) this.#lost(lostError(this.#problem));
    return this.#problem;
  }

  #look(): string | undefined {
    for (const [path, identity] of this.#opened) {
      const change = changeOf(path, identity);
      // `/readyz` tells everybody: not where the file is.
      if (change !== undefined) return `its file ${basename(path)} ${change}`;
    }
    return undefined;
  }

  /** @throws {LostFileError} when the files are not those that were opened. */
  assertThere(): void {
    const problem = this.check();
    if (problem !== undefined) throw lostError(problem);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

function lostError(problem: string): LostFileError {
  return new LostFileError(`The database cannot be written to: ${problem}.`);
}

function changeOf(path: string, opened: string): string | undefined {
  try {
    const now = identityOf(path);
    if (now === opened) return undefined;
    return now === undefined ? "was deleted" : "was replaced";
  } catch {
    // No permission any more, or a disk that fails: nobody knows what became of it.
    return "cannot be looked at";
  }
}

function entryOf(path: string): readonly (readonly [string, string])[] {
  const identity = identityOf(path);
  return identity === undefined ? [] : [[path, identity]];
}

/** Device and inode, of which systems have larger ones than a number holds. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
