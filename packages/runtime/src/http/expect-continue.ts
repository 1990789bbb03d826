import type { IncomingMessage, ServerResponse } from "node:http";

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Leaves a client that waits for `100 Continue` (RFC 9110, 10.1.1) waiting until somebody wants its body. Where nobody does, the
 * connection ends with the answer: the body may still come, and must not be taken for the next request.
 */
export function holdContinue(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response);
  response.setHeader("connection", "close");
}

/** Asks the client for its body, if it waits to be asked. To be called before a body is read. */
export function sendContinue(request: IncomingMessage): void {
  const response = waiting.get(request);
  if (response === undefined) return;
  waiting.delete(request);
  response.removeHeader("connection");
  response.writeContinue();
}
