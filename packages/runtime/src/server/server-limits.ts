/** Limits on how much callers may keep a server busy. Times in milliseconds. */
export interface ServerLimits {
  /** Requests for resources and endpoints, except watches, that are answered at the same time; more are 429. Default 1,000. */
  readonly maxRequests: number;
  /** Watches that are open at the same time; more are 429. Default 10,000. */
  readonly maxWatches: number;
  /** How long a request's headers may take to arrive. Default 20,000. */
  readonly headersTimeoutMs: number;
  /** How long a whole request may take to arrive. Default 120,000. */
  readonly requestTimeoutMs: number;
  /** A caller that reads nothing of its answer is disconnected after this time. Default 60,000. */
  readonly stalledTimeoutMs: number;
  /** How long the rest of a refused body is read, so that the client can read the answer before the connection ends. Default 5,000. */
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
 * Bytes of a request's line and headers together, at most. A path with selectors at their limits, completely percent-encoded, must fit.
 */
export const MAX_HEADER_BYTES = 64 * 1024;

/** Headers of a request, at most. Node silently drops headers beyond its own limit, perhaps an `If-Match` that came last. */
export const MAX_HEADERS = 200;

/** Requests that wait on one connection for earlier ones, at most. */
export const MAX_PIPELINED = 100;
