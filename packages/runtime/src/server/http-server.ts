import { createServer, STATUS_CODES, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { PROBLEM_MEDIA_TYPE } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";
import { problemOf } from "../error/problem.js";
import { ConfigurationError } from "./configuration-error.js";

/**
 * Makes a server that answers with problems also where Node itself would answer, or say nothing: requests that are no HTTP, headers
 * too large, `CONNECT`, an expectation nobody can meet.
 */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(listener);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => refuse(socket, clientProblem(error)));
  server.on("connect", (_: IncomingMessage, socket: Duplex) => {
    refuse(
      socket,
      new ApiError("MethodNotAllowed", "CONNECT is not allowed here.", { headers: { allow: "GET, HEAD, OPTIONS" } }),
    );
  });
  server.on("checkExpectation", (request, response) => {
    delete request.headers.expect;
    server.emit("request", request, response);
  });
  return server;
}

function clientProblem(error: NodeJS.ErrnoException): ApiError {
  if (error.code === "HPE_HEADER_OVERFLOW") return new ApiError("TooLarge", "The request's headers are too large.");
  return new ApiError("BadRequest", "The request is not HTTP as it should be.");
}

/** There is no request to answer, only a socket: the answer is written by hand and the connection ends. */
function refuse(socket: Duplex, error: ApiError): void {
  if (!socket.writable || (socket as Socket).bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(problemOf(error));
  const headers = {
    ...error.headers,
    "content-type": PROBLEM_MEDIA_TYPE,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join("")}\r\n${body}`);
}

/**
 * Listens, and returns the URL.
 * @throws {ConfigurationError} when the address cannot be had.
 */
export async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    server.listen({ host, port }, resolve);
  });
  // A server that listens on a host and a port has an address of both.
  const address = server.address() as AddressInfo;
  return `http://${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`;
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

/** Stops accepting, lets answers under way come to their end, and after `timeoutMs` breaks off what is left. */
export async function closeServer(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearTimeout(timer);
}
