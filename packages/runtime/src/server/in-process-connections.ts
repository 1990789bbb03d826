import { request as send, type IncomingMessage } from "node:http";
import { type Duplex, duplexPair, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream as NodeStream } from "node:stream/web";

/** What the peer of a connection is: a service knows callers by it. */
export interface Peer {
  /** The address that the caller called from, as the server that received the request knows it. */
  readonly remoteAddress: string;
}

/**
 * Sends a web request over a connection within the process, and returns the answer when its head is there. Node's own HTTP is spoken over it, so
 * that limits, streams and disconnects are those of a connection by network.
 *
 * @param accept takes the service's end of the connection.
 */
export async function fetchInProcess(
  request: Request,
  { remoteAddress }: Peer,
  accept: (connection: Duplex) => void,
): Promise<Response> {
  request.signal.throwIfAborted();
  const { pathname, search, host, protocol } = new URL(request.url);
  const [near, far] = duplexPair();
  accept(
    Object.assign(far, { remoteAddress, setTimeout: () => far, ...(protocol === "https:" && { encrypted: true }) }),
  );
  const headers = {
    ...Object.fromEntries(request.headers),
    host: request.headers.get("host") ?? host,
    // Node frames the body of no DELETE by itself: it would arrive as none, and its preconditions would not hold.
    ...(request.body !== null && !request.headers.has("content-length") && { "transfer-encoding": "chunked" }),
  };
  const { method, signal } = request;
  const outgoing = send({ createConnection: () => near, method, path: pathname + search, headers, signal });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once("response", resolve);
    outgoing.once("error", (error) => reject(signal.aborted ? signal.reason : error));
  });
  if (request.body === null) outgoing.end();
  // A service that refuses a body answers before it has read it.
  else pipeline(Readable.fromWeb(request.body), outgoing).catch((error: Error) => outgoing.destroy(error));
  return responseOf(await answered, method);
}

/** Of the connection, not of the answer (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding"]);

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

function responseOf(incoming: IncomingMessage, method: string): Response {
  const headers = new Headers();
  const { rawHeaders, statusCode: status = 500 } = incoming;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (!HOP_BY_HOP.has(name.toLowerCase())) headers.append(name, rawHeaders[at + 1] ?? "");
  }
  if (BODILESS.has(status) || method === "HEAD") {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  // As in a request's body: not `Readable.toWeb`.
  const body: unknown = NodeStream.from(incoming);
  return new Response(body as ReadableStream<Uint8Array>, { status, headers });
}
