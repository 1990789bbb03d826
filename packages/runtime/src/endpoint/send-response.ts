import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { assertHeader } from "../http/assert-header.js";
import { joinVary } from "../http/negotiate.js";

/** Headers about the connection, which only the server sets (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Statuses without a body (Fetch, "null body status"). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Writes a handler's response, with its body as a stream at the reader's speed.
 *
 * @throws {TypeError} before anything is written, if the response cannot be sent.
 * @throws what the body's stream throws, or if its length is not the announced one. Then the answer has already begun.
 */
export async function sendResponse(
  answer: Response,
  response: ServerResponse,
  method: string | undefined,
): Promise<void> {
  const { status, statusText } = answer;
  const body = readableBody(answer);
  const length = announcedLength(answer.headers);
  const headers = headersOf(answer, response);
  assertHeader("status-text", statusText);
  response.writeHead(status, statusText || undefined, Object.fromEntries(headers));
  if (body === null) response.end();
  else if (method === "HEAD") {
    // The caller does not wait for a stream to stop.
    response.end();
    await body.cancel();
  } else await pipeline(Readable.from(checkedBytes(body, length)), response);
}

/** A plugin can return any object as a `Response`, so what the Fetch standard guarantees is checked. */
function readableBody({ status, body, bodyUsed }: Response): ReadableStream<unknown> | null {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new TypeError("The status of a Response must be from 200 to 599");
  if (body === null) return null;
  if (!(body instanceof ReadableStream)) throw new TypeError("The body of a Response must be a ReadableStream");
  if (BODILESS.has(status)) throw new TypeError(`A Response of the status ${status} has no body`);
  if (bodyUsed || body.locked) throw new TypeError("The body of the Response has been read already, or is being read");
  return body;
}

function headersOf(answer: Response, response: ServerResponse): ReadonlyMap<string, string | string[]> {
  const headers = new Map<string, string | string[]>();
  for (const [name, value] of answer.headers) if (!HOP_BY_HOP.has(name)) headers.set(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) headers.set("set-cookie", cookies);
  const vary = answer.headers.get("vary");
  if (vary !== null) headers.set("vary", joinVary(response, vary));
  for (const [name, value] of headers) for (const text of [value].flat()) assertHeader(name, text);
  return headers;
}

function announcedLength(headers: Headers): number | undefined {
  const text = headers.get("content-length");
  if (text === null) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new TypeError("The Content-Length of a Response must be a number of bytes");
}

/**
 * The chunks of a body, after checking that they are bytes and have the announced length. With another length the client would mistake the next
 * answer for a part of this one.
 */
async function* checkedBytes(body: ReadableStream<unknown>, length: number | undefined): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of chunksOf(body)) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError("The body of a Response must be a stream of Uint8Array");
    sent += chunk.length;
    if (length !== undefined && sent > length)
      throw new TypeError(`The body is longer than its Content-Length, ${length}`);
    yield chunk;
  }
  if (length !== undefined && sent < length)
    throw new TypeError(`The body has ${sent} bytes, and its Content-Length is ${length}`);
}

/** A stream may fail with any value, but Node's streams expect an error. */
async function* chunksOf(body: ReadableStream<unknown>): AsyncGenerator {
  try {
    yield* body;
  } catch (error) {
    throw new Error("The body of the Response failed", { cause: error });
  }
}
