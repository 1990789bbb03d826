import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ApiError } from "../error/api-error.js";
import { calledOrigin } from "./client-view.js";
import { mountPathOf } from "./request-target.js";

/**
 * Makes the answer to a request that was refused or has failed, in the place of a problem (RFC 9457): for an API whose form of errors is given.
 * `request` has no body. An error that is the service's own is logged as ever, and its message reveals nothing.
 */
export type ProblemResponder = (error: ApiError, request: Request) => Response | Promise<Response>;

const responders = new WeakMap<IncomingMessage, ProblemResponder>();

/** From now on, what is wrong with a request is answered by this function. */
export function respondBy(responder: ProblemResponder, request: IncomingMessage): void {
  responders.set(request, responder);
}

/** What is to answer a request that is refused; undefined for a problem. */
export function responderOf(request: IncomingMessage): ProblemResponder | undefined {
  return responders.get(request);
}

/**
 * Sends what a responder makes of an error.
 *
 * @throws what it throws, also for what is no `Response`: then nothing has been sent.
 */
export async function sendBy(
  responder: ProblemResponder,
  error: ApiError,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const { method = "GET" } = request;
  const url = `${calledOrigin(request)}${mountPathOf(request)}${request.url ?? "/"}`;
  const answer: unknown = await responder(error, new Request(url, { method, headers: headersOf(request) }));
  if (!(answer instanceof Response)) throw new TypeError("What answers a problem must return a Response");
  const body = answer.body === null ? undefined : new Uint8Array(await answer.arrayBuffer());
  const headers = { ...error.headers, ...Object.fromEntries(answer.headers) };
  response.writeHead(answer.status, { ...headers, ...(body && { "content-length": body.length }) });
  await pipeline(Readable.from(body === undefined || method === "HEAD" ? [] : [body]), response);
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  return headers;
}
