import type { ChangedIdentities, Store } from "@cmgen/store";
import type { Log } from "../log/log.js";

/** The interval at which the revision is read. */
const POLL_MILLISECONDS = 2000;

/** What was read longer ago is read again before anybody relies on it. */
const FRESH_MILLISECONDS = 4000;

export interface RevisionListener {
  /** Called with what has changed, before {@link RevisionPoll.revision} is the new one. */
  changed(changes: ChangedIdentities): void;
  /** Called when the database has lost changes, as after a failover: nothing that was read before is known to be true. */
  lost(): void;
  /** Called at each interval. */
  passed(): Promise<void>;
}

/**
 * Reads the revision of identities again and again, and what has changed when it has moved: so a revocation by any process is known within a few
 * seconds. It begins when it is first needed.
 */
export class RevisionPoll {
  readonly #store: Pick<Store, "identities">;
  readonly #log: Log;
  readonly #listener: RevisionListener;
  #revision: number | undefined;
  #heardAt = -Infinity;
  #polling: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    { store, log }: { readonly store: Pick<Store, "identities">; readonly log: Log },
    listener: RevisionListener,
  ) {
    this.#store = store;
    this.#log = log;
    this.#listener = listener;
  }

  /** The revision up to which all changes are known. */
  get revision(): number | undefined {
    return this.#revision;
  }

  /** Whether what is known may be relied on without {@link refresh}. */
  isFresh(): boolean {
    return performance.now() - this.#heardAt < FRESH_MILLISECONDS;
  }

  /** Reads what was changed before this call. Rejects if the database does not answer. */
  refresh(): Promise<void> {
    this.#begin();
    if (this.#polling === undefined) return this.#poll();
    // The one that runs may have read before.
    this.#next ??= this.#polling.catch(() => undefined).then(() => this.#poll());
    return this.#next;
  }

  /** Reads something, again if anything has been changed while it was read, and calls `take` with it before anything else is known to be changed. */
  async settled<Read, Taken>(read: () => Promise<Read>, take: (found: Read) => Taken): Promise<Taken> {
    if (!this.isFresh()) await this.refresh();
    for (;;) {
      const revision = this.#revision;
      const found = await read();
      if (this.#revision === revision) return take(found);
    }
  }

  /** Stops after the last interval has passed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    if (this.#revision !== undefined) await this.#pass();
  }

  #begin(): void {
    if (this.#timer !== undefined || this.#isClosed) return;
    this.#timer = setInterval(() => void this.#tick(), POLL_MILLISECONDS);
    this.#timer.unref();
  }

  async #tick(): Promise<void> {
    if (this.#polling !== undefined) return;
    try {
      await this.#poll();
      await this.#pass();
    } catch (err) {
      // Requests find out for themselves once what is known is not fresh.
      this.#log.debug({ err }, "identities cannot be read");
    }
  }

  #poll(): Promise<void> {
    this.#next = undefined;
    this.#polling = this.#read().finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  async #read(): Promise<void> {
    const asked = performance.now();
    const known = this.#revision;
    const newest = await this.#store.identities.revision();
    if (known !== undefined && newest < known) {
      this.#listener.lost();
      this.#revision = newest;
    } else if (known !== undefined && newest > known) {
      const changes = await this.#store.identities.changedAfter(known);
      this.#listener.changed(changes);
      this.#revision = changes.revision;
    } else this.#revision = newest;
    this.#heardAt = asked;
  }

  async #pass(): Promise<void> {
    try {
      await this.#listener.passed();
    } catch (err) {
      this.#log.debug({ err }, "uses of tokens and sessions cannot be written");
    }
  }
}
