import { PROBLEM_MEDIA_TYPE } from "@cmgen/model";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../error/api-error.js";
import { problemOf } from "../error/problem.js";
import type { Log } from "../server/log.js";
import { requestIdOf } from "./request-id.js";
import { mountPathOf, splitTarget } from "./request-target.js";

/**
 * Answers a request with what went wrong (RFC 9457). A fault of the service's own goes to the log whole and to the caller as nothing
 * but the id to find it by. Where an answer has begun already the connection is broken off.
 */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  failure: { readonly error: unknown; readonly log: Log },
): void {
  // The request turned out to be malformed further on, and that has been answered.
  if (response.writableEnded) return;
  const error = ApiError.from(failure.error);
  const requestId = requestIdOf(request);
  if (error.status >= 500 && error.code !== "NotReady" && !hasGone(request, response, error.cause)) {
    failure.log.error("a request failed", {
      requestId,
      method: request.method,
      url: request.url,
      error: error.cause ?? error,
    });
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const instance = mountPathOf(request) + splitTarget(request.url ?? "/").path;
  const body = Buffer.from(JSON.stringify(problemOf(error, { instance, requestId })));
  response.writeHead(error.status, {
    "content-type": PROBLEM_MEDIA_TYPE,
    "x-content-type-options": "nosniff",
    ...error.headers,
    "content-length": body.length,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Who goes away, while sending or while being answered, is no fault, and there is nobody to tell. */
function hasGone(request: IncomingMessage, response: ServerResponse, cause: unknown): boolean {
  if (request.destroyed && !request.complete) return true;
  if (!response.destroyed || !(cause instanceof Error)) return false;
  return cause.name === "AbortError" || ("code" in cause && cause.code === "ERR_STREAM_PREMATURE_CLOSE");
}
