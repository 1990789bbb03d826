import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Headers of one connection: they are the server's to set (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Writes a handler's response out, its body as a stream at the reader's speed.
 *
 * @throws what the body's stream throws.
 */
export async function sendResponse(
  answer: Response,
  response: ServerResponse,
  method: string | undefined,
): Promise<void> {
  const headers = new Map<string, string | string[]>();
  for (const [name, value] of answer.headers) if (!HOP_BY_HOP.has(name)) headers.set(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) headers.set("set-cookie", cookies);
  response.writeHead(answer.status, answer.statusText || undefined, Object.fromEntries(headers));
  if (answer.body === null) response.end();
  else if (method === "HEAD") await answer.body.cancel().finally(() => response.end());
  else await pipeline(Readable.from(answer.body as AsyncIterable<Uint8Array>), response);
}
