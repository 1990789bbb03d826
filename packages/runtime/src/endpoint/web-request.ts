import type { IncomingMessage } from "node:http";
import { ReadableStream as NodeStream } from "node:stream/web";
import { ApiError } from "../error/api-error.js";
import type { BodyShare } from "../host/body-budget.js";
import type { ServiceLimits } from "../host/service.js";
import { calledOrigin } from "../http/client-view.js";
import { assertIdentity, tooLarge } from "../http/read-body.js";
import { documentReader, type DocumentTypes } from "../http/read-document.js";
import { mountPathOf } from "../http/request-target.js";
import { type BodyBounds, boundedRequest, maxValuesOf } from "./bounded-request.js";

/**
 * Makes the web `Request` of a request. Its body is a stream; what reads it whole is limited.
 *
 * @param signal aborted when the client disconnects.
 * @throws {ApiError} `BadRequest` for a request that a `Request` cannot represent.
 */
export function webRequest(
  request: IncomingMessage,
  options: {
    readonly limits: Pick<ServiceLimits, "maxBodyBytes" | "maxBodyValues">;
    readonly signal: AbortSignal;
    readonly share: BodyShare;
  },
): Request {
  const method = request.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD";
  const bounds: BodyBounds = {
    wholeBytes: options.limits.maxBodyBytes,
    streamedBytes: Infinity,
    maxValues: options.limits.maxBodyValues,
    share: options.share,
  };
  const init = {
    method,
    headers: headersOf(request),
    signal: options.signal,
    ...(hasBody && { body: bodyOf(request, bounds), duplex: "half" as const }),
  };
  try {
    return boundedRequest(new Request(urlOf(request), init), bounds);
  } catch (error) {
    throw new ApiError("BadRequest", "The request cannot be understood.", { cause: error });
  }
}

/** Not `Readable.toWeb`: in Node.js 22 and 24 it throws for what arrives after a handler has cancelled the body, and the request fails. */
function bodyOf(request: IncomingMessage, bounds: BodyBounds): ReadableStream<Uint8Array> {
  // The types of the two streams differ where those of browsers are known as well.
  const stream: unknown = NodeStream.from(streamed(request, bounds));
  return stream as ReadableStream<Uint8Array>;
}

/** The chunks of a body. The connection outlives a refusal: the rest is read and dropped, so that the client can read the answer. */
async function* streamed(request: IncomingMessage, bounds: BodyBounds): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > bounds.streamedBytes) throw tooLarge(bounds.streamedBytes);
    yield chunk;
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

/**
 * The body of a request, read whole and parsed as the body of a generated route is.
 *
 * @throws {ApiError} `UnsupportedMediaType`, `TooLarge`, `TooManyRequests`, `BadRequest`.
 */
export async function readRequestDocument(request: Request, types: DocumentTypes): Promise<unknown> {
  assertIdentity(request.headers.get("content-encoding") ?? undefined);
  const contentType = request.headers.get("content-type") ?? undefined;
  const read = documentReader({ method: request.method, contentType }, types, { maxValues: maxValuesOf(request) });
  return read(new Uint8Array(await request.arrayBuffer())).value;
}
