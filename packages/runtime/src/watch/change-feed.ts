import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log/log.js";
import { type Change, type Store, changeBatch, changeBytes } from "@cmgen/store";

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;

/** What a feed reads. */
type FollowedStore = Pick<Store, "onChange" | "changesAfter" | "oldestRevision">;

export interface ChangeListener {
  /** Called with changes, in order and once each. */
  changed(changes: readonly Change[]): void;
  /** Called when changes up to `revision` were trimmed before this feed read them. */
  missed(revision: number): void;
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
  #revision: number;
  #reading: Promise<void> | undefined;
  #again = false;
  #unsubscribe: () => void = () => {};

  constructor(
    from: { readonly store: FollowedStore; readonly revision: number; readonly log: Log },
    listener: ChangeListener,
  ) {
    this.#store = from.store;
    this.#revision = from.revision;
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
      const changes = await this.#store.changesAfter(this.#revision);
      // Revisions have no gaps, so a gap means that changes were trimmed before this feed read them.
      const [first] = changes;
      const before = first === undefined ? await this.#store.oldestRevision() : first.revision - 1;
      if (before > this.#revision) {
        this.#revision = before;
        this.#listener.missed(before);
      }
      this.#revision = changes.at(-1)?.revision ?? this.#revision;
      if (changes.length > 0) this.#listener.changed(changes);
      if (!isWholeBatch(changes) || this.#stopped) return;
    }
  }
}

/** Whether the batch reached the limit, so that there may be more. */
function isWholeBatch(changes: readonly Change[]): boolean {
  const bytes = changes.reduce((sum, change) => sum + changeBytes(change), 0);
  return changes.length >= changeBatch.changes || bytes >= changeBatch.bytes;
}
