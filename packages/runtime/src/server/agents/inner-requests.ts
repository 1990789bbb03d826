import type { IncomingMessage } from "node:http";
import type { ServiceRequest } from "@cmgen/mcp";
import { calledOrigin, remoteAddressOf } from "../../http/client-view.js";
import { requestIdOf } from "../../http/request-id.js";
import { traceHeaders } from "../../trace/telemetry.js";
import { HttpServer, type HttpServerOptions, type Listener } from "../http-server.js";
import { fetchInProcess } from "../in-process-connections.js";

/**
 * Sends requests to the service itself, within the process, for the caller of another request: they are limited, logged and audited as if the caller
 * had sent them.
 */
export class InnerRequests {
  /** Speaks HTTP within the process. It does not listen. */
  readonly #server: HttpServer;

  constructor(options: HttpServerOptions) {
    this.#server = new HttpServer(options);
  }

  answerBy(listener: Listener): void {
    this.#server.answerBy(listener);
  }

  /** Sends a request for the sender of `outer`, with the same credentials. */
  send(outer: IncomingMessage, { path, headers, ...rest }: ServiceRequest): Promise<Response> {
    const request = new Request(`${calledOrigin(outer)}${path}`, {
      ...rest,
      headers: { ...callerHeaders(outer), ...traceHeaders(), "x-request-id": requestIdOf(outer), ...headers },
    });
    return fetchInProcess(request, { remoteAddress: remoteAddressOf(outer) }, (end) => this.#server.accept(end));
  }

  close(): Promise<void> {
    return this.#server.close(0);
  }
}

/** Headers about a message, not about its sender. All others may be what the service knows its callers by. */
const OF_MESSAGE =
  /^(?:accept.*|connection|content-.*|expect|host|idempotency-key|if-.*|keep-alive|mcp-.*|origin|range|sec-.*|te|trailer|transfer-encoding|upgrade)$/;

function callerHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" && !OF_MESSAGE.test(name) ? [[name, value]] : [],
    ),
  );
}
