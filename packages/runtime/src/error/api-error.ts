import { errorStatuses, type ErrorCode, type ProblemCause, type ProblemDetails } from "@cmgen/model";
import { type UnavailableError, unavailableIn } from "@cmgen/store";

/** Members of a problem that only some codes have (HTTP API, Errors). */
export type ProblemExtras = Pick<
  ProblemDetails,
  "currentVersion" | "index" | "value" | "owner" | "referrers" | "indexes"
>;

export interface ApiErrorOptions extends ErrorOptions {
  /** All causes, if there are several. */
  readonly errors?: readonly ProblemCause[];
  readonly extras?: ProblemExtras;
  /** Headers of the answer, such as `Allow` or `Retry-After`; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The refusal of a request: one of a closed list of codes, and a sentence for the caller. Wherever it is thrown, it becomes the answer. Any
 * other error becomes an `InternalError` that reveals nothing.
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

  /**
   * An `ApiError` as it is; `NotReady` or `TooManyRequests` if the database is away or busy; otherwise an `InternalError`. Causes are only for
   * the log.
   */
  static from(error: unknown): ApiError {
    if (isApiError(error)) return error;
    const unavailable = unavailableCause(error);
    if (unavailable !== undefined) return fromUnavailable(unavailable);
    return new ApiError(
      "InternalError",
      "The service failed to answer. Its log has the cause under this request's id.",
      { cause: error },
    );
  }
}

/** Seconds after which a database that is away or busy may be asked again. */
const RETRY_AFTER = "2";

function fromUnavailable(cause: UnavailableError): ApiError {
  const code = cause.state === "busy" ? "TooManyRequests" : "NotReady";
  return new ApiError(code, cause.message, { cause, headers: { "retry-after": RETRY_AFTER } });
}

function unavailableCause(thrown: unknown): UnavailableError | undefined {
  try {
    return unavailableIn(thrown);
  } catch {
    // Reading a plugin's error can throw; the store's errors cannot.
    return undefined;
  }
}

/** Whether a thrown value is an {@link ApiError}. Never throws, as `instanceof` does for a proxy whose traps throw. */
export function isApiError(thrown: unknown): thrown is ApiError {
  try {
    return thrown instanceof ApiError;
  } catch {
    // A proxy whose traps throw is not an error of this service.
    return false;
  }
}
