import { ApiError } from "../error/api-error.js";
import { type Change, type ChangeLimit, type Store, changeBatch } from "@cmgen/store";
import { firstChanges } from "./recent-changes.js";

/** Batches kept for other watches that are about as far behind. */
const KEPT = 8;

/** Batches read at the same time, at most: requests need the database too. */
const AT_ONCE = 2;

/** @throws {ApiError} `Expired` when changes after `revision` may have been trimmed: the log has those after `oldest`. */
export function assertKept(revision: number, oldest: number): void {
  if (revision >= oldest) return;
  throw new ApiError(
    "Expired",
    `Changes after the revision ${revision} are no longer kept: list again and watch from there.`,
  );
}

interface Batch {
  readonly since: number;
  /** Undefined until the batch has been read. */
  until: number | undefined;
  readonly changes: Promise<readonly Change[]>;
}

/**
 * Reads the change log for watches that are behind the changes in memory. However many there are, only a few batches are read and held at a
 * time. Watches that are about as far behind share them.
 */
export class LogReader {
  readonly #store: Store;
  #batches: Batch[] = [];
  #running = 0;
  readonly #queue: (() => void)[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * The first changes after `revision`, up to a limit.
   * @throws {ApiError} `Expired` when some of them may have been trimmed.
   */
  async after(revision: number, limit: ChangeLimit): Promise<readonly Change[]> {
    const known = this.#batches.find(
      ({ since, until }) => since === revision || (until !== undefined && since < revision && revision < until),
    );
    return firstChanges(await (known ?? this.#begin(revision)).changes, revision, limit);
  }

  #begin(since: number): Batch {
    const batch: Batch = { since, until: undefined, changes: this.#afterOthers(() => this.#read(since)) };
    this.#batches = [...this.#batches, batch].slice(-KEPT);
    batch.changes.then(
      (changes) => {
        batch.until = changes.at(-1)?.revision;
        // There may be more next time.
        if (batch.until === undefined) this.#forget(batch);
      },
      () => this.#forget(batch),
    );
    return batch;
  }

  async #read(since: number): Promise<readonly Change[]> {
    const changes = await this.#store.changesAfter(since, changeBatch);
    // After reading, so that trimming in between is noticed.
    assertKept(since, await this.#store.oldestRevision());
    return changes;
  }

  async #afterOthers<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#running += 1;
    try {
      return await run();
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #forget(batch: Batch): void {
    this.#batches = this.#batches.filter((other) => other !== batch);
  }
}
