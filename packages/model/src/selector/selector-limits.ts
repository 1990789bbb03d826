/** The most that the selectors of one request may have together. */
export interface SelectorLimits {
  /** Bytes of UTF-8. */
  readonly bytes: number;
  readonly terms: number;
  readonly values: number;
}

/** Bounds of the selectors of one request (HTTP API, Lists); past any of them the request is refused. */
export const selectorLimits = { bytes: 8192, terms: 64, values: 1000 } as const satisfies SelectorLimits;
