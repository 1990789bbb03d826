import { LRUCache } from "lru-cache";
import { ApiError } from "../error/api-error.js";
import { ConfigurationError } from "../error/configuration-error.js";
import { printValue } from "../log/describe-error.js";

/** How many requests somebody may make. */
export interface RateLimit {
  /** On average. */
  readonly perSecond: number;
  /** At once, after a pause. Default: those of a second, and at least one. */
  readonly burst?: number;
}

/** How many requests each caller may make, in each process of the service. Default: any number. */
export interface RateLimits {
  /** Of each address, however many callers it has: a whole company may share one. */
  readonly address?: RateLimit;
  /** Of each caller that is authenticated, from wherever it calls. */
  readonly user?: RateLimit;
}

/** Addresses and users that are remembered: anyone who is forgotten begins with a full burst. */
const REMEMBERED = 100_000;

interface Bucket {
  left: number;
  /** A time of `performance.now()`. */
  at: number;
}

/** Counts the requests of each key: one that has made a burst gets one more each time that passes, and not before. */
export class RateLimiter {
  readonly #limit: Required<RateLimit>;
  readonly #buckets = new LRUCache<string, Bucket>({ max: REMEMBERED });
  readonly #clock: () => number;

  /** @throws {ConfigurationError} for a limit that is not a number above zero. */
  constructor(name: keyof RateLimits, limit: RateLimit, clock: () => number = () => performance.now()) {
    const { perSecond, burst = Math.max(1, Math.ceil(perSecond)) } = limit;
    assertPositive(`rateLimits.${name}.perSecond`, perSecond);
    assertPositive(`rateLimits.${name}.burst`, burst);
    this.#limit = { perSecond, burst };
    this.#clock = clock;
  }

  /** @throws {ApiError} `TooManyRequests`, with the time until the next one is answered. */
  take(key: string): void {
    const refusal = this.refusalOf(key);
    if (refusal !== undefined) throw refusal;
  }

  /** Counts a request. Returns its refusal if there were too many. */
  refusalOf(key: string): ApiError | undefined {
    const { perSecond, burst } = this.#limit;
    const now = this.#clock();
    const bucket = this.#buckets.get(key) ?? { left: burst, at: now };
    this.#buckets.set(key, bucket);
    bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    if (bucket.left < 1) {
      const seconds = Math.ceil((1 - bucket.left) / perSecond);
      return new ApiError(
        "TooManyRequests",
        `Too many requests: at most ${perSecond} a second are answered. Try again in ${seconds} s.`,
        {
          headers: { "retry-after": String(seconds) },
        },
      );
    }
    bucket.left -= 1;
    return undefined;
  }

  /** Counts more requests, which one has stood for. They are not refused, but those that follow are, until there was time for all. */
  add(key: string, requests: number): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) bucket.left -= requests;
  }
}

function assertPositive(name: string, value: number): void {
  if (Number.isFinite(value) && value > 0) return;
  throw new ConfigurationError(`${name} must be a number above 0, not ${printValue(value)}.`);
}
