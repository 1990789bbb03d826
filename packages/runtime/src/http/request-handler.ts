import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Answers a request, or leaves it to `next`. Express, Connect and similar frameworks can mount it; it uses Node's own request and response and
 * nothing of any framework.
 */
export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;
