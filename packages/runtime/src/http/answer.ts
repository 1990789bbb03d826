/** What a request is answered with, before it is written out. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON unless the headers say otherwise; absent where the answer has none. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>;
}
