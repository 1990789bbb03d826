import { setImmediate } from "node:timers/promises";
import type { LogPosition, Store } from "@cmgen/store";

/** How many watches begin in a tick of the event loop. Each takes about a tenth of a millisecond. */
const AT_ONCE = 8;

/** The ends of the change log. */
export interface LogEnds {
  /** The newest committed position. */
  readonly newest: LogPosition;
  /** The log has every change after this revision. */
  readonly oldest: number;
}

/** Settles a caller's promise. */
type Answer = (ends: Promise<LogEnds>) => void;

/**
 * Reads the ends of the change log for watches that begin. A thousand may begin together, as after a restart. They share a few reads, each of
 * which begins after its callers asked, and a few of them are answered in each tick of the event loop: requests are served in between.
 */
export class LogEndsReader {
  readonly #store: Store;
  #callers: Answer[] = [];
  #running = false;

  constructor(store: Store) {
    this.#store = store;
  }

  read(): Promise<LogEnds> {
    return new Promise((resolve) => {
      this.#callers.push(resolve);
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#callers.length > 0) {
      const callers = this.#callers;
      this.#callers = [];
      const ends = this.#readNow();
      // An error is for those who asked.
      await ends.catch(() => undefined);
      while (callers.length > 0) {
        for (const answer of callers.splice(0, AT_ONCE)) answer(ends);
        await setImmediate();
      }
    }
    this.#running = false;
  }

  async #readNow(): Promise<LogEnds> {
    const [newest, oldest] = await Promise.all([this.#store.newest(), this.#store.oldestRevision()]);
    return { newest, oldest };
  }
}
