import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../error/api-error.js";
import type { BodyShare } from "../host/body-budget.js";

/** How much may be read. */
export interface ReadLimits {
  readonly maxBytes: number;
  /** Counts what is read. */
  readonly share?: BodyShare;
}

/**
 * Reads a request's body whole.
 *
 * @throws {ApiError} `TooLarge` beyond `maxBytes`, at once if the length was announced. `UnsupportedMediaType` for a compressed body.
 * `TooManyRequests` if the bodies of all requests are too large together.
 */
export async function readBody(request: IncomingMessage, limits: ReadLimits): Promise<Buffer> {
  assertIdentity(request.headers["content-encoding"]);
  assertChunked(request.headers["transfer-encoding"]);
  assertUnread(request);
  if (Number(request.headers["content-length"] ?? 0) > limits.maxBytes) throw tooLarge(limits.maxBytes);
  sendContinue(request);
  // The rest of a refused body is read and dropped, so that the client can read the answer before the connection ends.
  return readBytes(request.iterator({ destroyOnReturn: false }), limits);
}

/**
 * Waits for the whole of a request whose body is ignored: a request that breaks off must do nothing.
 *
 * @throws {ApiError} `TooLarge` beyond `maxBytes`.
 */
export async function dropBody(request: IncomingMessage, maxBytes: number): Promise<void> {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if ((length === undefined && coding === undefined) || request.readableEnded) return;
  if (Number(length ?? 0) > maxBytes) throw tooLarge(maxBytes);
  sendContinue(request);
  let dropped = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    dropped += chunk.length;
    if (dropped > maxBytes) throw tooLarge(maxBytes);
  }
}

/** Reads a whole stream of bytes. @throws {ApiError} `TooLarge` beyond `maxBytes`, `TooManyRequests` if the budget is used up. */
export async function readBytes(stream: AsyncIterable<Uint8Array>, { maxBytes, share }: ReadLimits): Promise<Buffer> {
  let read: Uint8Array = new Uint8Array();
  let length = 0;
  for await (const chunk of stream) {
    if (length + chunk.length > maxBytes) throw tooLarge(maxBytes);
    share?.take(chunk.length);
    read = append(read, length, chunk);
    length += chunk.length;
  }
  return Buffer.from(read.buffer, read.byteOffset, length);
}

/** Joins chunks as they arrive: a body sent byte by byte would take a hundred times its size if every chunk were kept. */
function append(read: Uint8Array, length: number, chunk: Uint8Array): Uint8Array {
  if (length === 0) return chunk;
  const needed = length + chunk.length;
  const joined = needed <= read.length ? read : enlarged(read, needed);
  joined.set(chunk, length);
  return joined;
}

function enlarged(read: Uint8Array, needed: number): Uint8Array {
  const larger = Buffer.allocUnsafe(Math.max(needed, 2 * read.length));
  larger.set(read);
  return larger;
}

/** @throws {Error} when an application's own body parser has already read the body. */
function assertUnread(request: IncomingMessage): void {
  if (!request.readableEnded) return;
  throw new Error("The request's body has been read already: mount generated routers in front of body parsers.");
}

/** @throws {ApiError} `UnsupportedMediaType` for a compressed body. */
export function assertIdentity(coding: string | undefined): void {
  if (coding === undefined || coding.trim().toLowerCase() === "identity") return;
  throw new ApiError("UnsupportedMediaType", "Compressed bodies are not supported: leave out Content-Encoding.", {
    headers: { "accept-encoding": "identity" },
  });
}

/** RFC 9112, 6.1: the only transfer coding that Node decodes is chunked. It would pass on the encoded bytes of any other. */
function assertChunked(coding: string | undefined): void {
  if (coding === undefined || coding.trim().toLowerCase() === "chunked") return;
  throw new ApiError("BadRequest", `The Transfer-Encoding ${coding} is not supported; use chunked.`);
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError("TooLarge", `The body is larger than ${maxBytes} bytes.`);
}

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Lets a client that waits for `100 Continue` (RFC 9110, 10.1.1) wait until its body is needed. If it is not, the connection ends with the
 * answer: the body may still arrive, and must not be mistaken for the next request.
 */
export function holdContinue(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response);
  response.setHeader("connection", "close");
}

/** Asks the client for its body, if it waits for that. Must be called before a body is read. */
export function sendContinue(request: IncomingMessage): void {
  const response = waiting.get(request);
  if (response === undefined) return;
  waiting.delete(request);
  response.removeHeader("connection");
  response.writeContinue();
}
