import type { EngineStore } from "../engine/engine-store.js";

/** The pause between two tries to write. */
const INTERVAL_MILLISECONDS = 500;

/**
 * After a failed write, finds out whether the database can be written to at all (the disk may be full, the file or server read-only, a lock
 * held), and when that works again. The lock of one table or a broken connection do not count.
 */
export class WriteProbe {
  readonly #engine: Pick<EngineStore, "troubleOf" | "tryWrite">;
  #refusal: string | undefined;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(engine: Pick<EngineStore, "troubleOf" | "tryWrite">) {
    this.#engine = engine;
  }

  /** Why nothing can be written; undefined if nothing is known to prevent it. */
  get refusal(): string | undefined {
    return this.#refusal;
  }

  /** Called after a write failed because of the database. */
  start(): void {
    if (this.#closed || this.#running !== undefined || this.#timer !== undefined) return;
    this.#running = this.#try();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #try(): Promise<void> {
    try {
      await this.#engine.tryWrite();
      this.#refusal = undefined;
    } catch (error) {
      // The next write meets any other error and reports it to its caller.
      this.#refusal = this.#engine.troubleOf(error)?.reason;
    }
    this.#running = undefined;
    if (this.#closed || this.#refusal === undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.start();
    }, INTERVAL_MILLISECONDS);
    this.#timer.unref();
  }
}
