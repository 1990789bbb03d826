import type { WatchStream } from "../watch/watch-stream.js";

/** An answer before it is written. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  /** JSON unless the headers say otherwise; absent if the answer has no body, or a live one. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>;
  /** Writes the body while things happen. Each text is sent at once, so it is not compressed. */
  readonly live?: WatchStream;
}
