import type { IncomingMessage, ServerResponse } from "node:http";
import { parseJson } from "../../document/parse-json.js";
import { sendResponse } from "../../endpoint/send-response.js";
import { ApiError } from "../../error/api-error.js";
import type { Service } from "../../host/service.js";
import { admit, pageAttributes } from "../../http/admit.js";
import { calledOrigin } from "../../http/client-view.js";
import { readDocument } from "../../http/read-document.js";
import type { RequestHandler } from "../../http/request-handler.js";
import { sendProblem } from "../../http/send-problem.js";
import type { InnerRequests } from "./inner-requests.js";
import type { AgentTools } from "./load-tools.js";

/** Where agents find the tools. */
export const MCP_PATH = "/mcp";

export interface McpHandling {
  readonly service: Service;
  readonly tools: AgentTools;
  readonly inner: InnerRequests;
}

/** Answers the Model Context Protocol: what its tools do, they ask of the service itself, as their caller. */
export function createMcpHandler(handling: McpHandling): RequestHandler {
  return (request, response) => void respond(handling, request, response);
}

/** Always answers; never throws. */
async function respond(handling: McpHandling, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { service } = handling;
  // Browsers send it with whatever a page asks for: no page is to act through the tools as its visitor.
  delete request.headers.cookie;
  try {
    if (request.method === "OPTIONS") response.writeHead(204, { allow: "POST, OPTIONS" }).end();
    else await sendResponse(await answerOf(handling, request, response), response, request.method);
  } catch (error) {
    sendProblem(request, response, { error, log: service.log });
  }
}

async function answerOf(
  { service, tools, inner }: McpHandling,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Response> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  // What the tools ask counts in the limit of a user, and not that they are asked.
  const guards = { ...service, limitUser: undefined };
  await admit(guards, { request, wanted: { of: "self" }, attributes: () => pageAttributes(request, MCP_PATH) });
  const body = request.method === "POST" ? await readMessage(service, request, response) : undefined;
  const { method = "GET" } = request;
  const asked = new Request(`${calledOrigin(request)}${MCP_PATH}`, {
    method,
    headers: headersOf(request),
    signal: gone.signal,
  });
  return tools.answerOverHttp(asked, {
    body,
    writes: tools.writes,
    send: (wanted) => inner.send(request, { ...wanted, signal: AbortSignal.any([wanted.signal, gone.signal]) }),
  });
}

async function readMessage(
  { bodies, limits: { maxBodyBytes, maxBodyValues } }: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> {
  // An object that is too large is refused by the tool that is given it, whose answer an agent understands.
  const [maxBytes, maxValues] = [2 * maxBodyBytes, 2 * maxBodyValues];
  const limits = { types: JSON_ONLY, maxBytes, maxValues, share: bodies.shareOf(response) };
  const { value } = await readDocument(request, limits);
  // Of one request, any number of calls would run at once. The protocol has no batches any more.
  if (Array.isArray(value)) throw new ApiError("BadRequest", "Send each message in a request of its own.");
  return value;
}

const JSON_ONLY = new Map([["application/json", parseJson]]);

function headersOf({ headers }: IncomingMessage): Headers {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return new Headers(entries);
}
