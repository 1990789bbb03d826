import type { Store } from "@cmgen/store";

/** The ends of the change log. */
export interface LogEnds {
  /** The newest committed revision. */
  readonly newest: number;
  /** The log has every change after this revision. */
  readonly oldest: number;
}

/**
 * Reads the ends of the change log. Who asks while it is read waits for the next read, which all of them share: a thousand watches that begin
 * together cost a few reads, and each gets one that began after it asked.
 */
export class LogEndsReader {
  readonly #store: Store;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<LogEnds> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  read(): Promise<LogEnds> {
    this.#next ??= this.#readAfter(this.#running);
    return this.#next;
  }

  async #readAfter(running: Promise<unknown>): Promise<LogEnds> {
    await running;
    this.#next = undefined;
    const ends = this.#readNow();
    // An error is for those who asked, not for the next ones.
    this.#running = ends.catch(() => undefined);
    return ends;
  }

  async #readNow(): Promise<LogEnds> {
    const [newest, oldest] = await Promise.all([this.#store.revision(), this.#store.oldestRevision()]);
    return { newest, oldest };
  }
}
