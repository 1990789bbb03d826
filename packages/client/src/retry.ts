import type { RetryOptions } from "./client-options.js";

/**
 * How many milliseconds to wait before `response`'s request is sent again; `undefined` if it is not to be. `sent` counts how often
 * it has been sent.
 */
export function retryDelay(
  response: Response,
  sent: { method: string; times: number },
  options: RetryOptions,
): number | undefined {
  const { attempts = 3, maxDelay = 10_000, methods = ["GET"] } = options;
  if (sent.times >= attempts || !methods.includes(sent.method)) return undefined;
  if (response.status !== 429 && response.status !== 503) return undefined;
  const delay = retryAfter(response.headers.get("retry-after"));
  return delay === undefined || delay > maxDelay ? undefined : delay;
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
