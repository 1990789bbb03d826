import { errorStatuses, type ErrorCode, type ProblemCause, type ProblemDetails } from "@cmgen/model";

/** Members of a problem that only some codes have (contract, Errors). */
export type ProblemExtras = Pick<ProblemDetails, "currentVersion" | "index" | "value" | "owner" | "indexes">;

export interface ApiErrorOptions extends ErrorOptions {
  /** Every cause at once, where there are several. */
  readonly errors?: readonly ProblemCause[];
  readonly extras?: ProblemExtras;
  /** Headers the answer must carry, such as `Allow` or `Retry-After`; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A request that is refused: one of a closed list of codes, and a sentence the caller reads. Thrown anywhere on the way of a
 * request, it becomes the answer; any other error becomes an `InternalError` that tells nothing.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: readonly ProblemCause[];
  readonly extras: ProblemExtras;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, options);
    this.name = "ApiError";
    this.code = code;
    this.status = errorStatuses[code];
    this.errors = options.errors ?? [];
    this.extras = options.extras ?? {};
    this.headers = options.headers ?? {};
  }

  /** The error as it is: an `ApiError`, or an `InternalError` whose cause is for the log alone. */
  static from(error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    return new ApiError(
      "InternalError",
      "The service failed to answer. Its log has the cause under this request's id.",
      { cause: error },
    );
  }
}
