import { statSync } from "node:fs";
import { basename, resolve } from "node:path";

const INTERVAL_MILLISECONDS = 1000;

/** The file was deleted or replaced: anything written now would be lost. */
class LostFileError extends Error {
  override readonly name = "LostFileError";
  /** In the form of SQLite's own codes, by which callers recognize trouble with the file. */
  readonly code = "SQLITE_IOERR_LOST";
}

/**
 * Detects that a database's file, or its write-ahead log, was deleted or replaced while it is open: SQLite would silently go on writing to a
 * file without a name. Checks once a second, and after each commit before it is acknowledged. If the original files return, all is well again.
 */
export class FileGuard {
  /** The files when the database was opened. */
  readonly #opened: ReadonlyMap<string, string>;
  readonly #lost: (error: LostFileError) => void;
  readonly #timer: NodeJS.Timeout;
  #problem: string | undefined;

  /**
   * @param files The database's file, opened and in WAL mode, and others that must not be replaced either.
   * @param lost Called once when the files are found to be others.
   */
  constructor([file, ...others]: readonly [string, ...string[]], lost: (error: LostFileError) => void) {
    this.#lost = lost;
    const paths = [resolve(file), `${resolve(file)}-wal`, ...others];
    this.#opened = new Map(paths.flatMap((path) => entryOf(path)));
    this.#timer = setInterval(() => this.check(), INTERVAL_MILLISECONDS);
    this.#timer.unref();
  }

  /** What is wrong, as of the last check. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Checks the files. */
  check(): string | undefined {
    const before = this.#problem;
    // Any caller can read this at `/readyz`, so it does not reveal the folder.
    const [problem] = [...this.#opened].flatMap(([path, identity]) => {
      const change = changeOf(path, identity);
      return change === undefined ? [] : [`its file ${basename(path)} ${change}`];
    });
    this.#problem = problem;
    if (before === undefined && problem !== undefined) this.#lost(lostError(problem));
    return problem;
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
    // A missing permission or a failing disk: the state of the file is unknown.
    return "cannot be checked";
  }
}

function entryOf(path: string): readonly (readonly [string, string])[] {
  const identity = identityOf(path);
  return identity === undefined ? [] : [[path, identity]];
}

/** Device and inode as bigints: some systems have larger ones than a number can hold. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
