/** What a request is answered with, before it is written out. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON unless the headers say otherwise; absent where the answer has none. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>;
  /** A body that is made as things happen: each piece goes out at once, so it is not compressed. */
  readonly live?: boolean;
}
