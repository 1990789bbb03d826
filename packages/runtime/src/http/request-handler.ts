import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Answers a request, or leaves it to `next`. The shape Express, Connect and their relatives mount, on Node's own request and
 * response: nothing of any framework is used.
 */
export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;
