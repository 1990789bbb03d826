import type { StreamPace } from "../store-settings.js";
import type { ObjectBatch, ObjectStream } from "../store.js";

/** Where a stream's objects come from. */
export interface BatchSource {
  /** The next objects, in order; none at the end. */
  next(): Promise<ObjectBatch | undefined>;
  /** Releases the snapshot. Called once, at the end or earlier. */
  close(): Promise<void>;
}

/** The stream was ended because its consumer was too slow. */
export class StreamStalledError extends Error {
  override readonly name = "StreamStalledError";
}

function stalled({ bytesPerSecond, pauseMilliseconds }: StreamPace): StreamStalledError {
  return new StreamStalledError(
    `A list of all objects was read at less than ${bytesPerSecond} bytes a second for ${pauseMilliseconds} ms. It was ended, so that its ` +
      "snapshot does not hold up the database. Read it faster, or in pages with limit and continue.",
  );
}

/** A stream had given its connection up to others, and cannot go on in the state in which it began. */
export function changedMeanwhile(): StreamStalledError {
  return new StreamStalledError(
    "A list of all objects was read slowly while others waited for a connection, and objects were written meanwhile. It was ended, because " +
      "it would no longer be one snapshot. Read it faster, or in pages with limit and continue.",
  );
}

/**
 * Makes a stream of a source. The next batch is read while the last one is consumed; nothing is read further ahead. A snapshot keeps the
 * database from cleaning up and occupies a connection, so a consumer that is slower than the pace, or never begins, loses it.
 */
export function objectStream(source: BatchSource, pace: StreamPace): ObjectStream {
  const guard = new PaceGuard(source, pace);
  guard.start(0);
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

async function* readBatches(source: BatchSource, guard: PaceGuard): AsyncGenerator<ObjectBatch, void, undefined> {
  try {
    guard.stop();
    let upcoming = source.next();
    for (let batch = await upcoming; batch !== undefined; batch = await upcoming) {
      upcoming = source.next();
      // It may fail before it is awaited; the error is thrown there.
      upcoming.catch(() => undefined);
      guard.start(batch.joined.length);
      yield batch;
      guard.stop();
    }
  } finally {
    await guard.close();
  }
}

/** Closes a source whose consumer is too slow. Time saved on one batch may be spent on the next, up to the allowed pause. */
class PaceGuard {
  readonly #source: BatchSource;
  readonly #pace: StreamPace;
  #left: number;
  #deadline = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed: Promise<void> | undefined;
  #stalled = false;

  constructor(source: BatchSource, pace: StreamPace) {
    this.#source = source;
    this.#pace = pace;
    this.#left = pace.pauseMilliseconds;
  }

  /** Called when the consumer gets a batch of this size. */
  start(bytes: number): void {
    const milliseconds = this.#left + (bytes * 1000) / this.#pace.bytesPerSecond;
    this.#deadline = performance.now() + milliseconds;
    this.#timer = setTimeout(() => {
      this.#stalled = true;
      this.#closed = this.#source.close();
      this.#closed.catch(() => undefined);
    }, milliseconds);
    this.#timer.unref();
  }

  /** @throws {StreamStalledError} if the consumer comes back too late. */
  stop(): void {
    clearTimeout(this.#timer);
    if (this.#stalled) throw stalled(this.#pace);
    this.#left = Math.min(this.#pace.pauseMilliseconds, Math.max(0, this.#deadline - performance.now()));
  }

  close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#closed ??= this.#source.close();
    return this.#closed;
  }
}
