import type { EngineStore } from "../engine/engine-store.js";
import { changeOf, type WriteJob } from "../write-job.js";

/** The pause between two tries to write. */
const INTERVAL_MILLISECONDS = 500;

/** Bytes of a commit beside those of the object: its index values, and other writes that share the commit. */
const BESIDE_BYTES = 524_288;

/**
 * After a failed write, finds out whether the database can be written to at all (the disk may be full, the file or server read-only, a lock
 * held), and when that works again. The lock of one table or a broken connection do not count.
 */
export class WriteProbe {
  readonly #engine: Pick<EngineStore, "troubleOf" | "tryWrite">;
  #refusal: string | undefined;
  /** What the largest write took that has failed. A full disk may have room for less. */
  #bytes = 0;
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
  start(job: WriteJob): void {
    this.#bytes = Math.max(this.#bytes, bytesOf(job));
    this.#begin();
  }

  #begin(): void {
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
      await this.#engine.tryWrite(this.#bytes);
      this.#refusal = undefined;
    } catch (error) {
      // The next write meets any other error and reports it to its caller.
      this.#refusal = this.#engine.troubleOf(error)?.reason;
    }
    if (this.#refusal === undefined) this.#bytes = 0;
    this.#running = undefined;
    if (this.#closed || this.#refusal === undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#begin();
    }, INTERVAL_MILLISECONDS);
    this.#timer.unref();
  }
}

/** The object is stored, and once more in the change log. */
function bytesOf(job: WriteJob): number {
  const { data, previous } = changeOf(job);
  return 2 * data.length + (previous?.length ?? 0) + BESIDE_BYTES;
}
