import type { Duration } from "@cmgen/model";
import { durationMs } from "@cmgen/model/internal";

import { FilesError, NotNowError } from "../usage-error.js";

export interface FetchOptions {
  /** Sent to the origin that was asked for, and to no other that it redirects to: they may hold credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeout: Duration;
  /** Bytes that a document may have. */
  readonly maxBytes: number;
}

const MAX_REDIRECTS = 5;

/**
 * Fetches a document over HTTP.
 *
 * @throws {FilesError} if there is no answer in time, or another one than a document of at most that size
 */
export async function fetchDocument(start: URL, options: FetchOptions): Promise<string> {
  const signal = AbortSignal.timeout(durationMs(options.timeout) ?? 0);
  let url = start;
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const own = url.origin === start.origin ? options.headers : {};
      const headers = { accept: "application/json", ...own };
      const response = await fetch(url.href, { headers, redirect: "manual", signal });
      const location = response.headers.get("location");
      if (response.status < 300 || response.status >= 400 || location === null) {
        return await bodyOf(response, url, options.maxBytes);
      }
      await response.body?.cancel();
      url = redirected(url, location);
    }
  } catch (error) {
    throw error instanceof FilesError ? error : unanswered(url, options.timeout, error);
  }
  throw new FilesError(
    `${shown(start)} redirects more than ${MAX_REDIRECTS} times. Give the address of openapi.json itself.`,
  );
}

/** An address without what may be secret. */
function shown({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

function redirected(from: URL, location: string): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const isSafe = to?.protocol === "https:" || (to?.protocol === "http:" && from.protocol === "http:");
  if (to !== undefined && isSafe) return to;
  throw new FilesError(
    `${shown(from)} redirects to ${JSON.stringify(location)}, which is not followed. Give the address of openapi.json itself.`,
  );
}

const HINTS: Readonly<Record<number, string>> = {
  401: "Give a token with --token-file, CMGEN_TOKEN or a context, or another header with --header.",
  403: 'Give a role of the caller `pages: ["/openapi.json"]` in the service\'s src/access.ts, or come as another caller.',
};

async function bodyOf(response: Response, url: URL, maxBytes: number): Promise<string> {
  if (response.status !== 200) {
    await response.body?.cancel();
    const hint = HINTS[response.status] ?? "Give the address of the service, or of its openapi.json.";
    throw new FilesError(`${shown(url)} answered ${response.status}. ${hint}`);
  }
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw new FilesError(`${shown(url)} is larger than ${maxBytes / 2 ** 20} MiB, the limit for a document.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function unanswered(url: URL, timeout: Duration, error: unknown): NotNowError {
  if (error instanceof Error && error.name === "TimeoutError") {
    const message = `${shown(url)} did not answer within ${timeout}. Try again, or allow more time with --timeout.`;
    return new NotNowError(message, { cause: error });
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new NotNowError(`${shown(url)} cannot be reached: ${reason}. Is the service running?`, { cause: error });
}
