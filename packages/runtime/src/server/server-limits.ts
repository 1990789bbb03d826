import type { Duration } from "@cmgen/model";

/** Limits on how much callers may keep a server busy. */
export interface ServerLimits {
  /** Requests for resources and endpoints, except watches, that are answered at the same time; more are 429. Default 1,000. */
  readonly maxRequests: number;
  /** Watches that are open at the same time; more are 429. Default 10,000. */
  readonly maxWatches: number;
  /** How long a request's headers may take to arrive. Default `"20s"`. */
  readonly headersTimeout: Duration;
  /** How long a whole request may take to arrive. Default `"2m"`. */
  readonly requestTimeout: Duration;
  /** A caller that reads nothing of its answer is disconnected after this time. Default `"1m"`. */
  readonly stalledTimeout: Duration;
  /** How long the rest of a refused body is read, so that the client can read the answer before the connection ends. Default `"5s"`. */
  readonly lingerTimeout: Duration;
}

export const defaultServerLimits: ServerLimits = {
  maxRequests: 1000,
  maxWatches: 10_000,
  headersTimeout: "20s",
  requestTimeout: "2m",
  stalledTimeout: "1m",
  lingerTimeout: "5s",
};

/**
 * Bytes of a request's line and headers together, at most. A path with selectors at their limits, completely percent-encoded, must fit.
 */
export const MAX_HEADER_BYTES = 64 * 1024;

/** Headers of a request, at most. Node silently drops headers beyond its own limit, perhaps an `If-Match` that came last. */
export const MAX_HEADERS = 200;

/** Requests that wait on one connection for earlier ones, at most. */
export const MAX_PIPELINED = 100;
