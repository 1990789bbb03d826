import type { Duration } from "@cmgen/model";
import { durationMs } from "@cmgen/model/internal";
import type { ApiProblem } from "./api-problem.js";
import type { ReconnectOptions, RetryOptions } from "./client-options.js";

/** A request that has failed: what it was, and how often it has been sent. */
interface Sent {
  readonly call: { readonly method: string; readonly idempotent?: boolean };
  readonly times: number;
}

/** How many milliseconds to wait before a failed request is sent again; `undefined` if it is not to be. */
export function retryDelay(problem: ApiProblem, sent: Sent, options: RetryOptions): number | undefined {
  const { attempts = 3, initialDelay = "200ms", maxDelay = "10s", methods = ["GET"] } = options;
  const repeatable = sent.call.idempotent ?? methods.includes(sent.call.method);
  if (sent.times >= attempts || !isTransient(problem, repeatable)) return undefined;
  const { retryAfterMs } = problem;
  const longest = millisecondsOf(maxDelay);
  if (retryAfterMs === undefined)
    return jittered(Math.min(millisecondsOf(initialDelay) * 2 ** (sent.times - 1), longest));
  return retryAfterMs > longest ? undefined : retryAfterMs * (1 + Math.random() / 5);
}

/** The first and the longest wait before a broken watch connects again, in milliseconds. */
export function reconnectDelays({ initialDelay = "500ms", maxDelay = "30s" }: ReconnectOptions = {}): readonly [
  first: number,
  longest: number,
] {
  return [millisecondsOf(initialDelay), millisecondsOf(maxDelay)];
}

/**
 * The milliseconds of an option.
 *
 * @throws {RangeError} for anything but a duration, such as a number.
 */
export function millisecondsOf(duration: Duration): number {
  const milliseconds = durationMs(duration);
  if (milliseconds === undefined) throw new RangeError(`${JSON.stringify(duration)} is not a duration, such as "10s"`);
  return milliseconds;
}

/** Between half of `delay` and the whole: clients that were refused together do not come back together. */
export function jittered(delay: number): number {
  return delay * (0.5 + Math.random() / 2);
}

/** Whether the same request may succeed later. One that was refused with 429 was not carried out; of others nobody knows. */
function isTransient({ code, status }: ApiProblem, repeatable: boolean): boolean {
  return status === 429 || (repeatable && (code === "NetworkError" || (status >= 502 && status <= 504)));
}

/** Milliseconds that a `Retry-After` asks for, in seconds or up to a date (RFC 9110, 10.2.3). */
export function retryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = header.endsWith("GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Resolves after `delay` milliseconds; rejects with the signal's reason once it is aborted. */
export function pause(delay: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(done, delay);
    signal?.addEventListener("abort", stop, { once: true });
    function done(): void {
      signal?.removeEventListener("abort", stop);
      resolve();
    }
    function stop(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
  });
}
