import type { EngineStore } from "./guarded-store.js";

/** How often a database that could not be written to is tried again. */
const INTERVAL_MILLISECONDS = 500;

/**
 * Finds out, after a write has failed, whether the database can be written to at all (a full disk, a read-only file or server, a lock that
 * is not given), and when it can be again. One table's lock, or a connection that broke, is not such a failure.
 */
export class WriteProbe {
  readonly #engine: Pick<EngineStore, "tryWrite" | "troubleOf">;
  #refusal: string | undefined;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(engine: Pick<EngineStore, "tryWrite" | "troubleOf">) {
    this.#engine = engine;
  }

  /** Why nothing can be written; undefined as far as is known. */
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
      // An error of another kind is met by the next write, whose caller is told.
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
