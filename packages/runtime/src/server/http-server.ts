import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiError } from "../error/api-error.js";
import { sendProblem } from "../http/send-problem.js";
import { ConfigurationError } from "./configuration-error.js";
import type { Log } from "./log.js";
import { refuseOddities } from "./refuse-oddities.js";

/** How often connections that have become idle are closed while the server stops. */
const IDLE_CHECK_MS = 50;

/** Node's server with a graceful stop, which answers with problems also where Node itself would answer, or say nothing. */
export class HttpServer {
  readonly #server: Server;
  readonly #underWay = new Set<ServerResponse>();

  constructor(listener: RequestListener, log: Log) {
    this.#server = createServer({ requireHostHeader: false }, (request, response) => {
      this.#underWay.add(response);
      response.once("close", () => this.#underWay.delete(response));
      // RFC 9112, 3.2. Node would answer this with nothing but a status.
      if (request.headers.host !== undefined || request.httpVersion === "1.0") listener(request, response);
      else sendProblem(request, response, { error: new ApiError("BadRequest", "The request has no Host."), log });
    });
    refuseOddities(this.#server);
  }

  /**
   * Listens, and returns the URL.
   * @throws {ConfigurationError} when the address cannot be had.
   */
  async listen({ host, port }: { readonly host: string; readonly port: number }): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
      this.#server.listen({ host, port }, resolve);
    });
    // A server that listens on a host and a port has an address of both.
    const { address, family, port: actual } = this.#server.address() as AddressInfo;
    return `http://${family === "IPv6" ? `[${address}]` : address}:${actual}`;
  }

  /** Stops accepting, lets answers under way come to their end, and after `timeoutMs` breaks off what is left. */
  async close(timeoutMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    // Who keeps a connection open is told that it ends with this answer.
    for (const response of this.#underWay) if (!response.headersSent) response.setHeader("connection", "close");
    const idle = setInterval(() => this.#server.closeIdleConnections(), IDLE_CHECK_MS);
    const timeout = setTimeout(() => this.#server.closeAllConnections(), timeoutMs);
    await closed;
    clearInterval(idle);
    clearTimeout(timeout);
  }
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const mend: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is in use. Stop what listens there, or set PORT to another.`,
    EACCES: `Port ${port} of ${host} may not be listened on. Set PORT to one from 1024.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to one it has.`,
    ENOTFOUND: `There is no host ${host}. Set HOST to an address of this machine.`,
  };
  const message = mend[error.code ?? ""];
  return message === undefined ? error : new ConfigurationError(message, { cause: error });
}
