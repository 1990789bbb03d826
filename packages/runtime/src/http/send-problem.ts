import { errorStatuses, PROBLEM_MEDIA_TYPE } from "@cmgen/model";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../error/api-error.js";
import { problemOf, type ProblemContext } from "../error/problem.js";
import { describeError } from "../log/describe-error.js";
import type { Log } from "../log/log.js";
import { StreamStalledError, UnavailableError } from "@cmgen/store";
import { assertHeader } from "./assert-header.js";
import { responderOf, sendBy } from "./problem-responder.js";
import { requestIdOf } from "./request-id.js";
import { mountPathOf, splitTarget } from "./request-target.js";

/**
 * Answers a request with a problem (RFC 9457). An internal error is logged completely; the caller gets only the id to find it by. If an answer
 * has already begun, the connection is destroyed. Never throws, whatever was thrown.
 */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  failure: { readonly error: unknown; readonly log: Log },
): void {
  // A later part of the request was malformed, which has been answered.
  if (response.writableEnded) return;
  const requestId = requestIdOf(request);
  // Without the query, which may contain secrets.
  const instance = mountPathOf(request) + splitTarget(request.url ?? "/").path;
  const { error, status, headers, body, report } = printFailure(failure.error, { instance, requestId });
  if (report !== undefined && !hasGone(request, response, report)) {
    const { level, message, cause } = report;
    failure.log[level]({ requestId, method: request.method, path: instance, err: cause }, message);
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const send = (): void => {
    if (response.headersSent) return void response.destroy();
    response.writeHead(status, {
      "content-type": PROBLEM_MEDIA_TYPE,
      "x-content-type-options": "nosniff",
      ...headers,
      "content-length": body.length,
    });
    response.end(request.method === "HEAD" ? undefined : body);
  };
  const responder = responderOf(request);
  if (responder === undefined) send();
  else
    void sendBy(responder, error, { request, response }).catch((err: unknown) => {
      failure.log.error({ requestId, method: request.method, path: instance, err }, "the answer to a problem failed");
      send();
    });
}

interface PrintedProblem {
  readonly error: ApiError;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** What is logged; nothing if the mistake is the caller's. */
  readonly report: Report | undefined;
}

interface Report {
  readonly level: "warn" | "error";
  readonly message: string;
  readonly cause: unknown;
}

/** Plugins throw `ApiError` too, with any content. One that cannot be sent is an internal error. */
function printFailure(thrown: unknown, context: ProblemContext): PrintedProblem {
  try {
    return printProblem(ApiError.from(thrown), context);
  } catch (error) {
    const why = `An ApiError was thrown that cannot be sent: ${describeError(error).message}`;
    return printProblem(ApiError.from(new TypeError(why, { cause: thrown })), context);
  }
}

/** @throws what reading and printing the error throws. */
function printProblem(error: ApiError, context: ProblemContext): PrintedProblem {
  const { code, status } = error;
  // Looked up by name, since the code may be any text.
  if (!Object.hasOwn(errorStatuses, code) || status !== errorStatuses[code])
    throw new TypeError("its code and status must be a pair that is documented");
  const headers = Object.fromEntries(Object.entries(error.headers).map(checkedHeader));
  const body = Buffer.from(JSON.stringify(problemOf(error, context)));
  return { error, status, headers, body, report: reportOf(error) };
}

/** What callers do not see: internal errors, and why the database was away. */
function reportOf(error: ApiError): Report | undefined {
  const { cause, status, code } = error;
  if (cause instanceof StreamStalledError)
    return { level: "warn", message: "list ended: its caller is too slow", cause };
  if (cause instanceof UnavailableError) return { level: "warn", message: "the database did not answer", cause };
  const isExpected = code === "NotReady" && cause === undefined;
  if (status >= 500 && !isExpected) return { level: "error", message: "request failed", cause: cause ?? error };
  return undefined;
}

/** @throws {TypeError} if Node would not send it. */
function checkedHeader([name, value]: [string, unknown]): [string, string] {
  assertHeader(name, value);
  return [name, value];
}

/** A caller that disconnects, while sending or while it is answered, is not an error. */
function hasGone(request: IncomingMessage, response: ServerResponse, { cause }: { readonly cause: unknown }): boolean {
  if (request.destroyed && !request.complete) return true;
  if (!response.destroyed) return false;
  const { type, code } = describeError(cause);
  return type === "AbortError" || code === "ERR_STREAM_PREMATURE_CLOSE";
}
