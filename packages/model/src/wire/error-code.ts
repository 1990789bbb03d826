/**
 * The closed list of error codes with the HTTP status each is answered with (HTTP API, Errors). Server and client share it: a code
 * that is not here is never sent.
 */
export const errorStatuses = {
  BadRequest: 400,
  InvalidQuery: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  DuplicateIndexValue: 409,
  Referenced: 409,
  Expired: 410,
  PreconditionFailed: 412,
  TooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  /** A fault of the service's own; the body tells nothing of the inside. */
  InternalError: 500,
  NotReady: 503,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** Whether `code` is one of the closed list. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(errorStatuses, code);
}
