import type { IncomingMessage } from "node:http";
import { ApiError } from "../error/api-error.js";

/**
 * Reads a request's body whole.
 *
 * @throws {ApiError} `TooLarge` past `maxBytes`: at once where the length was announced. `UnsupportedMediaType` for a compressed body.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  assertIdentity(request.headers["content-encoding"]);
  assertUnread(request);
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return readBytes(request, maxBytes);
}

/** Reads a stream of bytes whole. @throws {ApiError} `TooLarge` past `maxBytes`. */
export async function readBytes(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** @throws {Error} when an application's own body parser came first: what it left is nothing. */
function assertUnread(request: IncomingMessage): void {
  if (!request.readableEnded) return;
  throw new Error("The request's body has been read already: mount generated routers in front of body parsers.");
}

function assertIdentity(coding: string | undefined): void {
  if (coding === undefined || coding.trim().toLowerCase() === "identity") return;
  throw new ApiError("UnsupportedMediaType", "Bodies are taken as they are: Content-Encoding must be left out.", {
    headers: { "accept-encoding": "identity" },
  });
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError("TooLarge", `The body is larger than ${maxBytes} bytes.`);
}
