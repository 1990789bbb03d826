import type { IncomingMessage, ServerResponse } from "node:http";

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
