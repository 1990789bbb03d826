import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../server/log.js";
import type { Change, Store } from "../store/store.js";

/** How many changes are read at a time. */
const BATCH = 500;

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;

export interface ChangeListener {
  /** Told of each change, in order and once. */
  changed(change: Change): void;
  /** Told that there were changes up to `revision` which are no longer kept: what they did has to be found out otherwise. */
  missed(revision: number): void;
}

/**
 * Follows the change log from a revision on and tells of each committed change, in order and once. The store's hint that something was
 * committed only wakes it: what there is to tell is read from the log, so that a hint too few or too many does no harm.
 */
export class ChangeFeed {
  readonly #store: Store;
  readonly #log: Log;
  readonly #listener: ChangeListener;
  #revision: number;
  #reading: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #unsubscribe: () => void = () => {};

  constructor(from: { readonly store: Store; readonly revision: number; readonly log: Log }, listener: ChangeListener) {
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
    this.#stopped = true;
    this.#unsubscribe();
    await this.#reading;
  }

  #wake(): void {
    this.#again = true;
    if (this.#stopped || this.#reading !== undefined) return;
    this.#reading = this.#read().finally(() => {
      this.#reading = undefined;
    });
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
        this.#log.error("the change log cannot be read", { error, failures });
        await delay(Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS), undefined, { ref: false });
      }
    }
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const changes = await this.#store.changesAfter(this.#revision, BATCH);
      // Revisions have no gaps: one means that changes were trimmed before they were read here.
      const [first] = changes;
      const before = first === undefined ? await this.#store.oldestRevision() : first.revision - 1;
      if (before > this.#revision) {
        this.#revision = before;
        this.#listener.missed(before);
      }
      for (const change of changes) this.#listener.changed(change);
      this.#revision = changes.at(-1)?.revision ?? this.#revision;
      if (changes.length < BATCH || this.#stopped) return;
    }
  }
}
