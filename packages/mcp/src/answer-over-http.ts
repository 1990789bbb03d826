import { createMcpHandler } from "@modelcontextprotocol/server";
import { createToolServer, type ToolOptions } from "./tool-server.js";

export interface HttpOptions extends ToolOptions {
  /** The body of the request, which has been read and parsed. Undefined for a request without one. */
  readonly body: unknown;
}

/**
 * Answers a request of the Model Context Protocol over streamable HTTP. Each is answered by itself: no session is kept, so that any process can
 * answer the next one, and nobody can take over another's.
 */
export function answerOverHttp(request: Request, { body, ...options }: HttpOptions): Promise<Response> {
  // The tools of a service do not change while it runs: there is nothing to subscribe to.
  const handler = createMcpHandler(() => createToolServer(options), { maxSubscriptions: 0 });
  return handler.fetch(request, body === undefined ? {} : { parsedBody: body });
}
