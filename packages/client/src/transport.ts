import { ApiProblem, isProblemDetails } from "./api-problem.js";
import type { ClientOptions, FetchInit, Headers, WriteOptions } from "./client-options.js";
import { parseJson } from "./parse-json.js";
import { pause, retryDelay } from "./retry.js";
import { UnexpectedResponse } from "./unexpected-response.js";

/** A request before the client's options are put to it. */
export interface Call {
  readonly method: string;
  /** From the service's root, encoded. */
  readonly path: string;
  readonly query?: URLSearchParams;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The body's media type. Default `application/json`. */
  readonly mediaType?: string;
  readonly accept?: string;
  /** Answer 304 if the object still has this version. */
  readonly ifNoneMatch?: number;
  readonly options?: WriteOptions | undefined;
}

/** Sends calls to one service. */
export interface Transport {
  /** The answer, of a status that is no refusal. */
  send(call: Call): Promise<Response>;
  /** An answer's body. */
  read<Body>(response: Response): Promise<Body>;
  /** Sends, and reads the answer's body. */
  json<Body>(call: Call): Promise<Body>;
}

export function createTransport(options: ClientOptions): Transport {
  const send = (call: Call): Promise<Response> => sendCall(call, options);
  return { send, read: readJson, json: async (call) => readJson(await send(call)) };
}

async function sendCall(call: Call, options: ClientOptions): Promise<Response> {
  const url = urlOf(call, options);
  for (let times = 1; ; times++) {
    const response = await (options.fetch ?? globalThis.fetch)(url, await initOf(call, options));
    if (response.ok || response.status === 304) return response;
    const delay = retryDelay(response, { method: call.method, times }, options.retry ?? {});
    if (delay === undefined) throw await errorOf(response);
    await response.body?.cancel();
    await pause(delay, call.options?.signal);
  }
}

function urlOf({ path, query }: Call, { baseUrl }: ClientOptions): string {
  const base = String(baseUrl).replace(/\/$/, "");
  const search = query?.toString() ?? "";
  return `${base}${path}${search && `?${search}`}`;
}

async function initOf(call: Call, { headers }: ClientOptions): Promise<FetchInit> {
  const own = typeof headers === "function" ? await headers() : headers;
  return {
    method: call.method,
    headers: mergeHeaders(headersOf(call), own, call.options?.headers),
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    ...(call.options?.signal && { signal: call.options.signal }),
  };
}

function headersOf({ body, mediaType = "application/json", accept = "application/json", ...call }: Call): Headers {
  return {
    accept,
    ...(body !== undefined && { "content-type": mediaType }),
    ...(call.options?.ifMatch !== undefined && { "if-match": `"${call.options.ifMatch}"` }),
    ...(call.ifNoneMatch !== undefined && { "if-none-match": `"${call.ifNoneMatch}"` }),
  };
}

/** Later headers win, whatever case their names are written in. */
function mergeHeaders(...sources: readonly (Headers | undefined)[]): Record<string, string> {
  const entries = sources.flatMap((source) => Object.entries(source ?? {}));
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

async function readJson<Body>(response: Response): Promise<Body> {
  const text = await response.text();
  const body = parseJson(text);
  // The one place where the service is taken at its word: what it answers is of the type that the client was generated for.
  if (typeof body === "object" && body !== null) return body as Body;
  throw new UnexpectedResponse({ url: response.url, status: response.status, body: text });
}

async function errorOf(response: Response): Promise<ApiProblem | UnexpectedResponse> {
  const text = await response.text();
  const body = parseJson(text);
  if (isProblemDetails(body)) return new ApiProblem(body);
  return new UnexpectedResponse({ url: response.url, status: response.status, body: text });
}
