import type { ObjectBatch, ObjectStream } from "./store.js";

/** Where a stream's objects come from. */
export interface BatchSource {
  /** The next objects, in order; none at the end. */
  next(): Promise<ObjectBatch | undefined>;
  /** Gives up the snapshot. Called once, at the end or early. */
  close(): Promise<void>;
}

/** A consumer that took nothing for so long that what it was reading from has been given up. */
export class StreamStalledError extends Error {
  override readonly name = "StreamStalledError";

  constructor(milliseconds: number) {
    super(
      `Nothing was taken from a list for ${milliseconds} ms; it was given up, so that its snapshot does not hold up the database`,
    );
  }
}

/**
 * Makes a stream of a source. The next batch is read while the last is consumed, and no more than that. A snapshot that is held keeps the
 * database from cleaning up behind it, so a consumer that stalls, or never begins, loses it.
 */
export function objectStream(source: BatchSource, stallMilliseconds: number): ObjectStream {
  const guard = new StallGuard(source, stallMilliseconds);
  guard.start();
  let consumed = false;
  const batches = (): AsyncGenerator<ObjectBatch, void, undefined> => {
    if (consumed) throw new TypeError("A stream of objects can be read once");
    consumed = true;
    return readBatches(source, guard);
  };
  return {
    batches,
    async *[Symbol.asyncIterator]() {
      for await (const batch of batches()) yield* batch.items();
    },
  };
}

async function* readBatches(source: BatchSource, guard: StallGuard): AsyncGenerator<ObjectBatch, void, undefined> {
  try {
    guard.stop();
    let upcoming = source.next();
    for (let batch = await upcoming; batch !== undefined; batch = await upcoming) {
      upcoming = source.next();
      // It may fail before anyone waits for it; whoever does gets the error then.
      upcoming.catch(() => undefined);
      guard.start();
      yield batch;
      guard.stop();
    }
  } finally {
    await guard.close();
  }
}

/** Closes a source whose consumer is away for too long. */
class StallGuard {
  readonly #source: BatchSource;
  readonly #milliseconds: number;
  #timer: NodeJS.Timeout | undefined;
  #closed: Promise<void> | undefined;
  #stalled = false;

  constructor(source: BatchSource, milliseconds: number) {
    this.#source = source;
    this.#milliseconds = milliseconds;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#stalled = true;
      this.#closed = this.#source.close();
      this.#closed.catch(() => undefined);
    }, this.#milliseconds);
    this.#timer.unref();
  }

  /** @throws {StreamStalledError} if the consumer comes back too late. */
  stop(): void {
    clearTimeout(this.#timer);
    if (this.#stalled) throw new StreamStalledError(this.#milliseconds);
  }

  close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#closed ??= this.#source.close();
    return this.#closed;
  }
}
