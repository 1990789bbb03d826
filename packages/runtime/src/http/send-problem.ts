import { errorStatuses, PROBLEM_MEDIA_TYPE } from "@cmgen/model";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../error/api-error.js";
import { problemOf, type ProblemContext } from "../error/problem.js";
import { describeError } from "../log/describe-error.js";
import type { Log } from "../log/log.js";
import { StreamStalledError, UnavailableError } from "@cmgen/store";
import { assertHeader } from "./assert-header.js";
import { requestIdOf } from "./request-id.js";
import { mountPathOf, splitTarget } from "./request-target.js";

/**
 * Answers a request with what went wrong (RFC 9457). A fault of the service's own goes to the log whole and to the caller as nothing
 * but the id to find it by. Where an answer has begun already the connection is broken off. Never throws, whatever was thrown.
 */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  failure: { readonly error: unknown; readonly log: Log },
): void {
  // The request turned out to be malformed further on, and that has been answered.
  if (response.writableEnded) return;
  const requestId = requestIdOf(request);
  // Without the query, which may hold what no log should.
  const instance = mountPathOf(request) + splitTarget(request.url ?? "/").path;
  const { status, headers, body, report } = printFailure(failure.error, { instance, requestId });
  if (report !== undefined && !hasGone(request, response, report)) {
    const { level, message, cause } = report;
    failure.log[level]({ requestId, method: request.method, path: instance, err: cause }, message);
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, {
    "content-type": PROBLEM_MEDIA_TYPE,
    "x-content-type-options": "nosniff",
    ...headers,
    "content-length": body.length,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

interface PrintedProblem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** What the log is told; nothing where only the caller is at fault. */
  readonly report: Report | undefined;
}

interface Report {
  readonly level: "warn" | "error";
  readonly message: string;
  readonly cause: unknown;
}

/** Plugins throw `ApiError` too, and can put anything into one: what cannot be sent as it is, is a fault of theirs. */
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
  return { status, headers, body, report: reportOf(error) };
}

/** What callers are told nothing of: faults, and why the database was away. */
function reportOf(error: ApiError): Report | undefined {
  const { cause, status, code } = error;
  if (cause instanceof StreamStalledError)
    return { level: "warn", message: "list ended: its caller is too slow", cause };
  if (status >= 500 && code !== "NotReady") return { level: "error", message: "request failed", cause: cause ?? error };
  if (cause instanceof UnavailableError) return { level: "warn", message: "the database did not answer", cause };
  return undefined;
}

/** @throws {TypeError} where Node would not send it. */
function checkedHeader([name, value]: [string, unknown]): [string, string] {
  assertHeader(name, value);
  return [name, value];
}

/** A caller that goes away, while sending or while being answered, is no fault, and there is nobody to tell. */
function hasGone(request: IncomingMessage, response: ServerResponse, { cause }: { readonly cause: unknown }): boolean {
  if (request.destroyed && !request.complete) return true;
  if (!response.destroyed) return false;
  const { type, code } = describeError(cause);
  return type === "AbortError" || code === "ERR_STREAM_PREMATURE_CLOSE";
}
