import { readFileSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";

import { contentHash } from "../output/content-hash.js";
import type { Hashes, RunRecord } from "./run-record.js";

/** A hash, and what the file looked like when it was taken. */
interface StampedHash {
  readonly stamp: string;
  readonly hash: string;
}

/** Milliseconds within which a file system may give two changes of a file the same time; some count whole seconds. */
const FINE_TICK = 100;
const COARSE_TICK = 2500;

/**
 * Hashes of a plugin's files, by path relative to its root. A file that looks as it did when an earlier run read it is not read again:
 * its times, its size and its place on the disk are the same, and it was not changed so late that one more change would not show.
 */
export class FileHashes {
  readonly #root: string;
  readonly #known = new Map<string, StampedHash>();
  readonly #written = new Map<string, Stats>();
  #hasLearned = false;

  /** @param record What an earlier run knew. */
  constructor(root: string, record?: Pick<RunRecord, "inputs" | "outputs" | "stamps">) {
    this.#root = root;
    for (const [path, stamp] of Object.entries(record?.stamps ?? {})) {
      const hash = record?.inputs[path] ?? record?.outputs[path];
      if (hash !== undefined) this.#known.set(path, { stamp, hash });
    }
  }

  /** As {@link contentHash} makes it of the file's text; undefined if there is no such file. */
  of(path: string): string | undefined {
    const stats = statSync(this.#placeOf(path), { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    const known = this.#known.get(path);
    const stamp = stampOf(stats);
    return known?.stamp === stamp ? known.hash : this.#read(path, stamp, stats);
  }

  /** Whether files were read that looked different before. */
  get hasLearned(): boolean {
    return this.#hasLearned;
  }

  /** What a file looked like right after this run wrote it: the next run need not read it to know that it is as it was. */
  wrote(path: string, stats: Stats): void {
    this.#written.set(path, stats);
  }

  /** Whether this run wrote a file. */
  hasWritten(path: string): boolean {
    return this.#written.has(path);
  }

  /** What the files look like that have the hashes of a record, as far as it is known. */
  stampsOf({ inputs, outputs }: Pick<RunRecord, "inputs" | "outputs">): Hashes {
    const stamps = Object.entries({ ...inputs, ...outputs }).flatMap(([path, hash]) => {
      const known = this.#known.get(path);
      const stamp = known?.hash === hash ? known.stamp : this.#stampOfWritten(path);
      return stamp === undefined ? [] : [[path, stamp] as const];
    });
    return Object.fromEntries(stamps);
  }

  /** Absent for a file that was written just now: a change that comes after the run might not show. */
  #stampOfWritten(path: string): string | undefined {
    const stats = this.#written.get(path);
    return stats !== undefined && isSettled(stats) ? stampOf(stats) : undefined;
  }

  /** `join` would take a tenth of a run that finds nothing changed; it is needed where a root that is a link is left. */
  #placeOf(path: string): string {
    return path.startsWith("..") ? join(this.#root, path) : `${this.#root}/${path}`;
  }

  /** The stamp is older than the text: where a change comes in between, the next run finds another stamp. */
  #read(path: string, stamp: string, stats: Stats): string | undefined {
    try {
      const hash = contentHash(readFileSync(this.#placeOf(path), "utf8"));
      if (!isSettled(stats)) return hash;
      this.#known.set(path, { stamp, hash });
      this.#hasLearned = true;
      return hash;
    } catch {
      // Removed meanwhile, or not to be read: then it is not what it was.
      return undefined;
    }
  }
}

/** Whether any change that comes at a moment, in milliseconds since 1970, or later gets another time. */
export function isSettled({ ctimeMs }: Stats, at = Date.now()): boolean {
  const tick = ctimeMs % 1000 === 0 ? COARSE_TICK : FINE_TICK;
  return at - ctimeMs >= tick;
}

function stampOf({ ctimeMs, mtimeMs, size, ino }: Stats): string {
  return `${ctimeMs} ${mtimeMs} ${size} ${ino}`;
}
