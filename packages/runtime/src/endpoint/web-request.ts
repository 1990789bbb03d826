import type { IncomingMessage } from "node:http";
import { ReadableStream as NodeStream } from "node:stream/web";
import { DocumentError } from "../document/document-error.js";
import { parseJson } from "../document/parse-json.js";
import { ApiError } from "../error/api-error.js";
import type { BodyShare } from "../host/body-budget.js";
import { calledOrigin } from "../http/client-view.js";
import { assertIdentity, readBytes, type ReadLimits } from "../http/read-body.js";
import { documentReader, type DocumentTypes } from "../http/read-document.js";
import { mountPathOf } from "../http/request-target.js";

/**
 * A web `Request` (spec 4.3, rule 6). Its body is a stream of any length. Only `json()` is limited to `maxJsonBytes`, and refuses invalid JSON as
 * the generated routes do.
 *
 * @param signal aborted when the client disconnects.
 * @throws {ApiError} `BadRequest` for a request that a `Request` cannot represent.
 */
export function webRequest(
  request: IncomingMessage,
  options: { readonly maxJsonBytes: number; readonly signal: AbortSignal; readonly share: BodyShare },
): Request {
  const method = request.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD";
  try {
    const made = new Request(urlOf(request), {
      method,
      headers: headersOf(request),
      signal: options.signal,
      // Not `Readable.toWeb`: in Node.js 22 and 24 it throws for what arrives after a handler has cancelled the body, and the request fails.
      ...(hasBody && { body: NodeStream.from(request) as ReadableStream<Uint8Array>, duplex: "half" as const }),
    });
    return withStrictJson(made, { maxBytes: options.maxJsonBytes, share: options.share });
  } catch (error) {
    throw new ApiError("BadRequest", "The request cannot be understood.", { cause: error });
  }
}

/** The URL that the client called, also if a proxy or an application has removed its beginning. */
function urlOf(request: IncomingMessage): URL {
  const target = request.url ?? "/";
  if (!target.startsWith("/")) return new URL(target);
  // Two slashes at the start of a path would be parsed as a host.
  return new URL(`${calledOrigin(request)}${mountPathOf(request)}${target}`);
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    headers.append(request.rawHeaders[at] ?? "", request.rawHeaders[at + 1] ?? "");
  }
  return headers;
}

/** How much of the body of each request may be read at once. */
const limitsOf = new WeakMap<Request, ReadLimits>();

/**
 * The body of a request, read whole and parsed as the body of a generated route is.
 *
 * @throws {ApiError} `UnsupportedMediaType`, `TooLarge`, `TooManyRequests`, `BadRequest`.
 */
export async function readRequestDocument(request: Request, types: DocumentTypes): Promise<unknown> {
  assertIdentity(request.headers.get("content-encoding") ?? undefined);
  const contentType = request.headers.get("content-type") ?? undefined;
  const read = documentReader({ method: request.method, contentType }, types);
  return read(await readWhole(request, limitsOf.get(request) ?? { maxBytes: Infinity })).value;
}

async function readWhole({ body }: Request, limits: ReadLimits): Promise<Uint8Array> {
  return body === null ? new Uint8Array() : readBytes(body as AsyncIterable<Uint8Array>, limits);
}

/** If a handler asks for JSON and the client sent something else, that is the caller's mistake. */
function withStrictJson(request: Request, limits: ReadLimits): Request {
  const json = async (): Promise<unknown> => {
    const bytes = await readWhole(request, limits);
    try {
      return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch (error) {
      if (!(error instanceof DocumentError) && !(error instanceof TypeError)) throw error;
      throw new ApiError("BadRequest", `The body cannot be read. ${error.message}`, { cause: error });
    }
  };
  limitsOf.set(request, limits);
  return Object.defineProperty(request, "json", { value: json });
}
