import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { PROBLEM_MEDIA_TYPE } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";
import { problemOf } from "../error/problem.js";
import { sendProblem } from "../http/send-problem.js";
import type { Log } from "../log/log.js";

/** What is known about a connection on which something invalid arrives. */
export interface Connections {
  readonly log: Log;
  /** The answer that is under way on a connection. */
  readonly underWay: (socket: Duplex) => ServerResponse | undefined;
  /** How long the rest of a refused request is read, in milliseconds. */
  readonly lingerMs: number;
}

interface Pending {
  readonly socket: Duplex;
  readonly error: ApiError;
}

/** Answers invalid requests with a problem: invalid HTTP, headers that are too large, a request that takes too long, `CONNECT`. */
export function refuseOddities(server: Server, connections: Connections): void {
  /** Connections that are about to end. Node reports further errors for each chunk that arrives. */
  const ending = new WeakSet<Duplex>();
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (ending.has(socket)) return;
    ending.add(socket);
    const pending = connections.underWay(socket);
    if (pending === undefined) refuse(socket, clientProblem(error), connections);
    else refusePending(pending, { ...connections, socket, error: clientProblem(error) });
  });
  server.on("connect", (_: IncomingMessage, socket: Duplex) => {
    if (connections.underWay(socket) === undefined) refuse(socket, connectProblem(), connections);
    else socket.destroy();
  });
}

function clientProblem(error: NodeJS.ErrnoException): ApiError {
  switch (error.code) {
    case "HPE_HEADER_OVERFLOW":
      return new ApiError("TooLarge", "The request's headers are too large.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new ApiError("BadRequest", "The request took too long to arrive.");
    default:
      return new ApiError("BadRequest", "The request is not valid HTTP.");
  }
}

function connectProblem(): ApiError {
  return new ApiError("MethodNotAllowed", "CONNECT is not allowed here.", { headers: { allow: "GET, HEAD, OPTIONS" } });
}

/**
 * A request on this connection is still to be answered. If it has not arrived completely, it is the invalid one. Otherwise what follows it is,
 * and the answer must not be mistaken for an answer to that. Nothing more is read from the connection, which ends with the answer.
 */
function refusePending(
  response: ServerResponse,
  { socket, error, log, lingerMs }: Pick<Connections, "log" | "lingerMs"> & Pending,
): void {
  response.once("close", () => hangUp(socket, lingerMs));
  if (response.req.complete) return;
  if (response.headersSent) socket.destroy();
  else sendProblem(response.req, response, { error, log });
}

/** There is no request object, only a socket, so the answer is written as text and the connection ends. */
function refuse(socket: Duplex, error: ApiError, { lingerMs }: Pick<Connections, "lingerMs">): void {
  if (!socket.writable) {
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
  socket.write(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join("")}\r\n${body}`);
  hangUp(socket, lingerMs);
}

/**
 * Ends a connection that Node no longer manages. What still arrives is read and dropped for a while: closing at once could lose the answer, and
 * without reading, the end of the connection would not be noticed.
 */
function hangUp(socket: Duplex, lingerMs: number): void {
  socket.end();
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  timer.unref();
  socket.once("close", () => clearTimeout(timer));
}
