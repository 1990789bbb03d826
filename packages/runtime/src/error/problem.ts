import type { ErrorCode, ProblemDetails } from "@cmgen/model";
import type { ApiError } from "./api-error.js";

/** A problem's `title`: the same for every problem with the code. */
const TITLES: Readonly<Record<ErrorCode, string>> = {
  BadRequest: "The request cannot be understood",
  InvalidQuery: "The query is not valid",
  Unauthorized: "The caller is not authenticated",
  Forbidden: "The caller may not do this",
  NotFound: "Not found",
  MethodNotAllowed: "The method is not allowed here",
  NotAcceptable: "No acceptable representation",
  AlreadyExists: "The name is taken",
  Conflict: "The object has changed in the meantime",
  DuplicateIndexValue: "A unique value is taken",
  Expired: "The revision is no longer kept",
  PreconditionFailed: "A precondition does not hold",
  TooLarge: "The request is too large",
  UnsupportedMediaType: "The media type is not supported",
  Invalid: "The object is not valid",
  TooManyRequests: "Too many requests",
  InternalError: "The service failed",
  NotReady: "The service is not ready",
};

/** Where a problem occurred. */
export interface ProblemContext {
  /** Path of the request, without its query. */
  readonly instance?: string;
  readonly requestId?: string;
}

/** The body of a refusal (RFC 9457). `type` is a URN: the codes are documented, but not each at its own address. */
export function problemOf(error: ApiError, context: ProblemContext = {}): ProblemDetails {
  return {
    type: `urn:cmgen:problem:${error.code}`,
    title: TITLES[error.code],
    status: error.status,
    detail: error.message,
    ...(context.instance !== undefined && { instance: context.instance }),
    code: error.code,
    ...(error.errors.length > 0 && { errors: error.errors }),
    ...error.extras,
    ...(context.requestId !== undefined && { requestId: context.requestId }),
  };
}
