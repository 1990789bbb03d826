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
 * @throws {ApiError} at once: `TooLarge` if the announced length is beyond `maxBytes`, `UnsupportedMediaType` for a compressed body. It rejects
 * with `TooLarge` if more than `maxBytes` arrive, and with `TooManyRequests` if the bodies of all requests are too large together.
 */
export function readBody(request: IncomingMessage, limits: ReadLimits): Promise<Buffer> {
  assertReadable(request);
  if (Number(request.headers["content-length"] ?? 0) > limits.maxBytes) throw tooLarge(limits.maxBytes);
  sendContinue(request);
  return receive(request, limits);
}

/** Listens itself: that takes 6 to 12 µs less processor time than Node's iterator of a stream. */
function receive(request: IncomingMessage, limits: ReadLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = new GrowingBody(limits);
    const take = (chunk: Uint8Array): void => {
      try {
        body.add(chunk);
      } catch (error) {
        // The server reads and drops the rest of a refused body, so that the client can read the answer before the connection ends.
        request.off("data", take).pause();
        reject(error);
      }
    };
    const broken = (): void => reject(Object.assign(new Error("The request broke off"), { code: BROKEN_OFF }));
    request.on("data", take);
    request.on("end", () => resolve(body.bytes()));
    request.on("error", reject);
    request.on("close", () => {
      if (!request.readableEnded) broken();
    });
    if (request.destroyed) broken();
  });
}

/**
 * A request's body as it arrives, for what is read piece by piece.
 *
 * @throws {ApiError} `UnsupportedMediaType` for a compressed body.
 */
export function bodyChunks(request: IncomingMessage): AsyncIterable<Uint8Array> {
  assertReadable(request);
  sendContinue(request);
  // The answer goes on where reading ends early.
  return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
}

/** What Node calls it. */
const BROKEN_OFF = "ERR_STREAM_PREMATURE_CLOSE";

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
export async function readBytes(stream: AsyncIterable<Uint8Array>, limits: ReadLimits): Promise<Buffer> {
  const body = new GrowingBody(limits);
  for await (const chunk of stream) body.add(chunk);
  return body.bytes();
}

/** Joins chunks as they arrive: a body sent byte by byte would take a hundred times its size if every chunk were kept. */
class GrowingBody {
  readonly #limits: ReadLimits;
  #read: Uint8Array = new Uint8Array();
  #length = 0;

  constructor(limits: ReadLimits) {
    this.#limits = limits;
  }

  /** @throws {ApiError} `TooLarge` beyond `maxBytes`, `TooManyRequests` if the budget is used up. */
  add(chunk: Uint8Array): void {
    const { maxBytes, share } = this.#limits;
    const needed = this.#length + chunk.length;
    if (needed > maxBytes) throw tooLarge(maxBytes);
    share?.take(chunk.length);
    if (this.#length === 0) this.#read = chunk;
    else {
      if (needed > this.#read.length) this.#read = enlarged(this.#read, needed);
      this.#read.set(chunk, this.#length);
    }
    this.#length = needed;
  }

  bytes(): Buffer {
    return Buffer.from(this.#read.buffer, this.#read.byteOffset, this.#length);
  }
}

function enlarged(read: Uint8Array, needed: number): Uint8Array {
  const larger = Buffer.allocUnsafe(Math.max(needed, 2 * read.length));
  larger.set(read);
  return larger;
}

/** @throws {ApiError} `UnsupportedMediaType` for a compressed body. */
function assertReadable(request: IncomingMessage): void {
  assertIdentity(request.headers["content-encoding"]);
  assertChunked(request.headers["transfer-encoding"]);
  assertUnread(request);
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

/** The refusal of a body that is larger than it may be. */
export function tooLarge(maxBytes: number): ApiError {
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
