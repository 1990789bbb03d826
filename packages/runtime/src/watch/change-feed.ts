import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log/log.js";
import { type Change, type LogPosition, type Store, changeBatch, changeBytes } from "@cmgen/store";

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;

/** What a feed reads. */
type FollowedStore = Pick<Store, "onChange" | "changesAfter" | "oldestRevision" | "newest" | "pastOf">;

/** Learns of changes as they are committed. */
export interface ChangeFollower {
  /** Called with changes, in order and once each. */
  changed(changes: readonly Change[]): void;
  /** Called when changes up to `revision` are not known: they were trimmed before this feed read them, or the database lost some. */
  missed(revision: number): void;
}

export interface ChangeListener extends ChangeFollower {
  /** Called in the place of `missed` when the database has lost changes that were reported. `revision` is its newest now. */
  lost(revision: number): void;
}

/**
 * Follows the change log from a revision on and reports each committed change, in order and once. A notification of the store only starts a
 * read of the log, so a missing or superfluous one does no harm.
 */
export class ChangeFeed {
  readonly #store: FollowedStore;
  readonly #log: Log;
  readonly #listener: ChangeListener;
  readonly #stopping = new AbortController();
  #position: LogPosition;
  #reading: Promise<void> | undefined;
  #again = false;
  #unsubscribe: () => void = () => {};

  constructor(
    from: { readonly store: FollowedStore; readonly position: LogPosition; readonly log: Log },
    listener: ChangeListener,
  ) {
    this.#store = from.store;
    this.#position = from.position;
    this.#log = from.log;
    this.#listener = listener;
  }

  start(): void {
    this.#unsubscribe = this.#store.onChange(() => this.#wake());
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#unsubscribe();
    await this.#reading;
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  #wake(): void {
    this.#again = true;
    if (this.#stopped || this.#reading !== undefined) return;
    this.#reading = this.#read();
  }

  async #read(): Promise<void> {
    let failures = 0;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        await this.#readOn();
        failures = 0;
      } catch (error) {
        failures += 1;
        this.#again = true;
        this.#log.error({ err: error, failures }, "change log cannot be read");
        await this.#pause(Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS));
      }
    }
    // Here, and not once the promise has settled: what wakes the feed in between would be lost.
    this.#reading = undefined;
  }

  /** Stopping does not wait for it. */
  async #pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => undefined);
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const { revision } = this.#position;
      const changes = await this.#store.changesAfter(revision);
      // After they were read: if these come from a server that takes the place of another, it is noticed here or at the next time.
      if ((await this.#store.pastOf(this.#position)) === "lost") return this.#beginAgain();
      // Revisions have no gaps, so a gap means that changes were trimmed before this feed read them.
      const [first] = changes;
      const before = first === undefined ? await this.#store.oldestRevision() : first.revision - 1;
      if (before > revision) {
        // Until it has read a change, it cannot tell whether it is of the same past.
        if (first === undefined) this.#position = await this.#store.newest();
        this.#listener.missed(before);
      }
      this.#position = changes.at(-1) ?? this.#position;
      if (changes.length > 0) this.#listener.changed(changes);
      if (!isWholeBatch(changes) || this.#stopped) return;
    }
  }

  /** The database has lost changes that were reported, as after a failover. What it has had since is not known. */
  async #beginAgain(): Promise<void> {
    this.#position = await this.#store.newest();
    this.#log.warn(
      { revision: this.#position.revision },
      "the database has lost changes: watches end, and controllers look at all objects again",
    );
    this.#listener.lost(this.#position.revision);
  }
}

/** Whether the batch reached the limit, so that there may be more. */
function isWholeBatch(changes: readonly Change[]): boolean {
  const bytes = changes.reduce((sum, change) => sum + changeBytes(change), 0);
  return changes.length >= changeBatch.changes || bytes >= changeBatch.bytes;
}
