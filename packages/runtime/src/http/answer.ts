/** An answer before it is written. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON unless the headers say otherwise; absent if the answer has no body. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>;
  /** A body that is made while things happen. Each piece is sent at once, so it is not compressed. */
  readonly live?: boolean;
}
