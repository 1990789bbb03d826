/** Bounds of what callers may keep a server busy with. Times in milliseconds. */
export interface ServerLimits {
  /** Requests for resources and endpoints that are answered at one time, watches apart; more are 429. Default 1,000. */
  readonly maxRequests: number;
  /** Watches that are open at one time; more are 429. Default 10,000. */
  readonly maxWatches: number;
  /** How long a request's headers may take to arrive. Default 20,000. */
  readonly headersTimeoutMs: number;
  /** How long a request may take to arrive whole. Default 120,000. */
  readonly requestTimeoutMs: number;
  /** After how long a caller that takes nothing of its answer is hung up on. Default 60,000. */
  readonly stalledTimeoutMs: number;
  /** How long the rest of a body is let in that nobody wants, so that the answer is read before the connection ends. Default 5,000. */
  readonly lingerTimeoutMs: number;
}

export const defaultServerLimits: ServerLimits = {
  maxRequests: 1000,
  maxWatches: 10_000,
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 120_000,
  stalledTimeoutMs: 60_000,
  lingerTimeoutMs: 5000,
};

/**
 * Most bytes of a request's line and headers together. A path with selectors at their limits, every byte of them percent-encoded, has
 * to fit in.
 */
export const MAX_HEADER_BYTES = 64 * 1024;

/** Most headers of a request. Node leaves out what is beyond its own limit, in silence, and with it an `If-Match` that came last. */
export const MAX_HEADERS = 200;

/** Most requests that wait on one connection for the answer to the one before them. */
export const MAX_PIPELINED = 100;
