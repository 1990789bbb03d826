import { STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { PROBLEM_MEDIA_TYPE } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";
import { problemOf } from "../error/problem.js";

/** Answers what is no request as it should be with a problem: no HTTP, headers too large, `CONNECT`, an odd expectation. */
export function refuseOddities(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => refuse(socket, clientProblem(error)));
  server.on("connect", (_: IncomingMessage, socket: Duplex) => refuse(socket, connectProblem()));
  server.on("checkExpectation", (request, response) => {
    // RFC 9110, 10.1.1: a server that does not know an expectation may go on as if there were none.
    server.emit("request", request, response);
  });
}

function clientProblem(error: NodeJS.ErrnoException): ApiError {
  if (error.code === "HPE_HEADER_OVERFLOW") return new ApiError("TooLarge", "The request's headers are too large.");
  return new ApiError("BadRequest", "The request is not HTTP as it should be.");
}

function connectProblem(): ApiError {
  return new ApiError("MethodNotAllowed", "CONNECT is not allowed here.", { headers: { allow: "GET, HEAD, OPTIONS" } });
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
