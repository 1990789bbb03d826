import { closeSync, existsSync, openSync, readdirSync, statSync, utimesSync } from "node:fs";
import { basename, dirname } from "node:path";
import { isBusy, openFile, type SqliteDatabase } from "./open-database.js";

/** How often the owner of a lock file shows that it runs. */
const BEAT_MILLISECONDS = 1000;

/** For how long after that it counts on being the owner. */
const TRUST_MILLISECONDS = 4000;

/** After how long without a sign others take the lock from it. Longer than it counts on it, since they look once a second. */
const LEASE_MILLISECONDS = 6000;

/**
 * An empty file that the system has locked for this process: the lock goes with the process. A process that is stopped keeps it, so there
 * are generations of the file: `<base>`, `<base>.1` and so on. The lock is that of the latest, and who finds that the owner gives no sign
 * begins the next. Each beat of the owner is a new modification time: a file that is opened a second time and closed would lose its lock.
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

  /** Takes the lock; `undefined` where another process has it. */
  static tryTake(base: string): LockFile | undefined {
    const generation = latestGeneration(base);
    const database = tryLock(pathOf(base, generation));
    if (database === undefined) return undefined;
    // Another may have begun the next one in between.
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
      // The file is gone, or its folder: others can make and lock another one.
    }
    clearInterval(this.#timer);
    this.#lost.abort();
  }
}

interface Sighting {
  readonly path: string;
  readonly modifiedAt: number;
  /** On the clock of `performance.now()`: since when it has been so, and when it was looked at last. */
  readonly since: number;
  readonly seenAt: number;
}

/** Looks at the owner of a lock file from another process. */
export class LockWatch {
  readonly #base: string;
  #seen: Sighting | undefined;

  constructor(base: string) {
    this.#base = base;
  }

  /** To be called about once a second while the lock is another's: begins a new generation when its owner gives no sign. */
  look(): void {
    const generation = latestGeneration(this.#base);
    const path = pathOf(this.#base, generation);
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const now = performance.now();
    const { since, seenAt, ...last } = this.#seen ?? { since: now, seenAt: now };
    const isSame = "path" in last && last.path === path && last.modifiedAt === modifiedAt;
    // Who has not looked for a while was stopped as well, perhaps together with the owner.
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

/** A transaction that excludes others locks a file before anything is written to it: nothing ever is. */
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
