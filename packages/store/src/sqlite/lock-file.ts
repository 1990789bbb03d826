import { closeSync, existsSync, openSync, readdirSync, statSync, utimesSync } from "node:fs";
import { basename, dirname } from "node:path";
import { openFile, type SqliteDatabase } from "./database.js";
import { isBusy } from "./sqlite-trouble.js";

/** The interval at which the owner of a lock file shows that it is alive. */
const BEAT_MILLISECONDS = 1000;

/** How long after that it assumes to be the owner. */
const TRUST_MILLISECONDS = 4000;

/** How long without a sign until others take the lock. Longer than the owner assumes to have it, since they check once a second. */
const LEASE_MILLISECONDS = 6000;

/**
 * An empty file that the operating system has locked for this process, until the process ends. A stopped process keeps it, so there are
 * generations of the file: `<base>`, `<base>.1` and so on. The latest one counts, and a process that sees no sign of its owner begins the next.
 * The owner's sign of life is the modification time: opening and closing the file a second time would release its lock.
 */
export class LockFile {
  readonly #base: string;
  readonly #generation: number;
  readonly #database: SqliteDatabase;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #confirmedAt = 0;

  private constructor(base: string, generation: number, database: SqliteDatabase) {
    this.#base = base;
    this.#generation = generation;
    this.#database = database;
    this.#timer = setInterval(() => this.#beat(), BEAT_MILLISECONDS);
    this.#timer.unref();
    this.#beat();
  }

  /** Takes the lock; `undefined` if another process has it. */
  static tryTake(base: string): LockFile | undefined {
    const generation = latestGeneration(base);
    const database = tryLock(pathOf(base, generation));
    if (database === undefined) return undefined;
    // Another process may have begun the next generation in between.
    if (latestGeneration(base) === generation) return new LockFile(base, generation, database);
    database.close();
    return undefined;
  }

  /** Aborted when another process has taken the lock. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Whether no other process can have taken the lock. */
  isCurrent(): boolean {
    if (this.#lost.signal.aborted || performance.now() - this.#confirmedAt > TRUST_MILLISECONDS) return false;
    return !existsSync(pathOf(this.#base, this.#generation + 1));
  }

  release(): void {
    clearInterval(this.#timer);
    this.#database.close();
  }

  #beat(): void {
    try {
      if (latestGeneration(this.#base) === this.#generation) {
        const now = new Date();
        utimesSync(pathOf(this.#base, this.#generation), now, now);
        this.#confirmedAt = performance.now();
        return;
      }
    } catch {
      // The file or its folder is gone: another process can make and lock a new one.
    }
    clearInterval(this.#timer);
    this.#lost.abort();
  }
}

interface Sighting {
  readonly path: string;
  readonly modifiedAt: number;
  /** Times of `performance.now()`: when this was first seen, and when it was last checked. */
  readonly since: number;
  readonly seenAt: number;
}

/** Watches the owner of a lock file from another process. */
export class LockWatch {
  readonly #base: string;
  #seen: Sighting | undefined;

  constructor(base: string) {
    this.#base = base;
  }

  /** Called about once a second while another process has the lock. Begins a new generation when the owner gives no sign of life. */
  look(): void {
    const generation = latestGeneration(this.#base);
    const path = pathOf(this.#base, generation);
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const now = performance.now();
    const { since, seenAt, ...last } = this.#seen ?? { since: now, seenAt: now };
    const isSame = "path" in last && last.path === path && last.modifiedAt === modifiedAt;
    // If this process has not checked for a while, it was stopped too, perhaps together with the owner.
    const isWatching = isSame && now - seenAt < TRUST_MILLISECONDS;
    this.#seen = { path, modifiedAt, since: isWatching ? since : now, seenAt: now };
    if (isWatching && now - since > LEASE_MILLISECONDS) begin(pathOf(this.#base, generation + 1));
  }
}

function pathOf(base: string, generation: number): string {
  return generation === 0 ? base : `${base}.${generation}`;
}

function latestGeneration(base: string): number {
  const prefix = `${basename(base)}.`;
  const generations = readdirSync(dirname(base))
    .filter((name) => name.startsWith(prefix))
    .map((name) => Number(name.slice(prefix.length)));
  return Math.max(0, ...generations.filter(Number.isSafeInteger));
}

function begin(path: string): void {
  try {
    closeSync(openSync(path, "wx"));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
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
