import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { PROBLEM_MEDIA_TYPE } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";
import { problemOf } from "../error/problem.js";
import { sendProblem } from "../http/send-problem.js";
import type { Log } from "../log/log.js";

/** What is known of a connection on which something odd arrives. */
export interface Connections {
  readonly log: Log;
  /** Answers under way on a connection, the first one first. */
  readonly underWay: (socket: Duplex) => readonly ServerResponse[];
  /** How long the rest of what a refused client sends is let in, in milliseconds. */
  readonly lingerMs: number;
}

interface Pending {
  readonly socket: Duplex;
  readonly error: ApiError;
}

/** Answers what is no request as it should be with a problem: no HTTP, headers too large, a request that takes too long, `CONNECT`. */
export function refuseOddities(server: Server, connections: Connections): void {
  /** Connections that are at their end: what else is wrong with them is told once for each piece that arrives. */
  const ending = new WeakSet<Duplex>();
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (ending.has(socket)) return;
    ending.add(socket);
    const pending = connections.underWay(socket).at(-1);
    if (pending === undefined) refuse(socket, clientProblem(error), connections);
    else refusePending(pending, { ...connections, socket, error: clientProblem(error) });
  });
  server.on("connect", (_: IncomingMessage, socket: Duplex) => {
    if (connections.underWay(socket).length === 0) refuse(socket, connectProblem(), connections);
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
 * An answer is owed on this connection. If the request it is for has not arrived whole, it is the one that is odd; else what follows it
 * is, and the answer must not be taken for that one's. Nothing more is read from the connection, which ends with the answer.
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

/** There is no request to answer, only a socket: the answer is written by hand and the connection ends. */
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
 * Ends a connection that Node no longer looks after. What still comes is let in and dropped for a while: cut off at once the answer
 * would be lost, and left unread the connection would never be known to have ended.
 */
function hangUp(socket: Duplex, lingerMs: number): void {
  socket.end();
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  timer.unref();
  socket.once("close", () => clearTimeout(timer));
}
