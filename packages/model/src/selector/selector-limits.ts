/** Bounds of the selectors of one request (contract, Lists); past any of them the request is refused. */
export const selectorLimits = {
  /** Bytes of UTF-8. */
  bytes: 8192,
  terms: 64,
  values: 1000,
} as const;
