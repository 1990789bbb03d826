import type { Duration } from "@cmgen/model";
import { isProblemDetails, networkError, refusal, timedOut, unexpectedResponse, ApiProblem } from "./api-problem.js";
import type { CallOptions, ClientOptions, Fetch, FetchInit, Headers } from "./client-options.js";
import { parseJson } from "./parse-json.js";
import { millisecondsOf, pause, retryAfter, retryDelay } from "./retry.js";

/** A request before the client's options are put to it. */
export interface Call {
  readonly method: string;
  /** From the service's root, encoded. */
  readonly path: string;
  readonly query?: URLSearchParams;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in the place of a body in JSON. */
  readonly text?: string;
  /** The body's media type. Default `application/json`. */
  readonly mediaType?: string;
  readonly accept?: string;
  /** Only if this is the object's entity tag. */
  readonly ifMatch?: string | undefined;
  /** Answer 304 if this is the object's entity tag, or if it exists (`*`). */
  readonly ifNoneMatch?: string;
  /** Whether it may be sent twice: the second changes nothing, and is answered as the first. Default: if it is a `GET`. */
  readonly idempotent?: boolean;
  readonly options?: CallOptions | undefined;
}

/** Sends calls to one service. Every failure is an {@link ApiProblem}, but for an abort, which rejects with the signal's reason. */
export interface Transport {
  /** The answer, of a status that is no refusal. */
  send(call: Call): Promise<Response>;
  /** An answer's body. */
  read<Body>(response: Response): Promise<Body>;
  /** Sends, and reads the answer's body, which is an object. */
  json<Body>(call: Call): Promise<Body>;
  /** Sends, and reads the answer's body, which is any JSON value. */
  value(call: Call): Promise<unknown>;
}

export function createTransport(options: ClientOptions): Transport {
  return {
    send: (call) => perform(call, options, async (response) => response),
    read: readJson,
    json: <Body>(call: Call) => perform<Body>(call, options, readJson),
    value: (call) => perform(call, options, readValue),
  };
}

/** Sends a call, again where that may help, and takes from the answer what `take` does, all within the call's time. */
async function perform<Result>(
  call: Call,
  options: ClientOptions,
  take: (response: Response) => Promise<Result>,
): Promise<Result> {
  const url = urlOf(call, options);
  const { signal, clear } = deadline(url, call.options, options.timeout);
  try {
    for (let times = 1; ; times++) {
      try {
        return await take(await request(url, await initOf(call, options, signal), options.fetch));
      } catch (error) {
        const delay = error instanceof ApiProblem ? retryDelay(error, { call, times }, options.retry ?? {}) : undefined;
        if (delay === undefined || signal?.aborted) throw error;
        await pause(delay, signal);
      }
    }
  } finally {
    clear();
  }
}

/** @throws {ApiProblem} where the answer is a refusal, or there is none. */
async function request(url: string, init: FetchInit, fetch: Fetch = globalThis.fetch): Promise<Response> {
  const response = await fetch(url, init).catch((error: unknown) => {
    throw init.signal?.aborted ? init.signal.reason : networkError(url, error);
  });
  if (response.ok || response.status === 304) return response;
  throw await problemOf(response);
}

/** The signal of a call that ends with the caller's or after its time, whichever is first. */
function deadline(
  url: string,
  { signal, timeout }: CallOptions = {},
  ofClient: Duration | undefined,
): { readonly signal: AbortSignal | undefined; readonly clear: () => void } {
  const limit = timeout ?? ofClient;
  if (limit === undefined) return { signal, clear: () => {} };
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(timedOut(url, limit)), millisecondsOf(limit));
  return {
    signal: signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]),
    clear: () => clearTimeout(timer),
  };
}

function urlOf({ path, query }: Call, { baseUrl }: ClientOptions): string {
  const base = String(baseUrl).replace(/\/$/, "");
  const search = query?.toString() ?? "";
  return `${base}${path}${search && `?${search}`}`;
}

async function initOf(
  call: Call,
  { token, headers }: ClientOptions,
  signal: AbortSignal | undefined,
): Promise<FetchInit> {
  const bearer = typeof token === "function" ? await token() : token;
  const own = typeof headers === "function" ? await headers() : headers;
  const sent = call.text ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  const authorization = bearer === undefined ? undefined : { authorization: `Bearer ${bearer}` };
  return {
    method: call.method,
    headers: mergeHeaders(headersOf(call), authorization, own, call.options?.headers),
    ...(sent !== undefined && { body: sent }),
    ...(signal && { signal }),
  };
}

function headersOf(call: Call): Headers {
  const { body, text = body, mediaType = "application/json", accept = "application/json", ifMatch, ifNoneMatch } = call;
  return {
    accept,
    ...(text !== undefined && { "content-type": mediaType }),
    ...(ifMatch !== undefined && { "if-match": ifMatch }),
    ...(ifNoneMatch !== undefined && { "if-none-match": ifNoneMatch }),
  };
}

/** Later headers win, whatever case their names are written in. */
function mergeHeaders(...sources: readonly (Headers | undefined)[]): Record<string, string> {
  const entries = sources.flatMap((source) => Object.entries(source ?? {}));
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

async function readJson<Body>(response: Response): Promise<Body> {
  // The one place where the service is taken at its word: what it answers is of the type that the client was generated for.
  return (await readParsed(response, (body) => typeof body === "object" && body !== null)) as Body;
}

function readValue(response: Response): Promise<unknown> {
  return readParsed(response, (body) => body !== undefined);
}

async function readParsed(response: Response, isExpected: (body: unknown) => boolean): Promise<unknown> {
  const text = await readText(response);
  const body = parseJson(text);
  if (isExpected(body)) return body;
  throw unexpectedResponse({ url: response.url, status: response.status, body: text });
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const text = await readText(response);
  const body = parseJson(text);
  const retryAfterMs = retryAfter(response.headers.get("retry-after"));
  if (isProblemDetails(body)) return refusal(body, retryAfterMs);
  return unexpectedResponse({ url: response.url, status: response.status, body: text, retryAfterMs });
}

/** A body that breaks off is a `TypeError` of fetch's; an abort is the signal's reason. */
async function readText(response: Response): Promise<string> {
  return response.text().catch((error: unknown) => {
    throw error instanceof TypeError ? networkError(response.url, error) : error;
  });
}
