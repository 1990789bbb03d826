import type { ErrorCode } from "./error-code.js";

/** One of several causes of a refusal. */
export interface ProblemCause {
  /** JSON Pointer (RFC 6901) into the request's body, or the name of the query parameter at fault. */
  readonly path: string;
  /** The broken constraint: a keyword of JSON Schema, `rule`, `hook`, or the name of a naming rule. */
  readonly code: string;
  readonly message: string;
  /** Where in a selector's text, counted from 1 in UTF-16 units. */
  readonly column?: number;
}

/** The body of every refusal: RFC 9457 `application/problem+json` with the members the contract adds (contract, Errors). */
export interface ProblemDetails {
  /** A URI reference that names the sort of problem. */
  readonly type: string;
  /** The sort of problem in a few words; the same for every problem of one `code`. */
  readonly title: string;
  /** The answer's HTTP status. */
  readonly status: number;
  /** What was wrong with this request, as a sentence. */
  readonly detail?: string;
  /** Path of the request. */
  readonly instance?: string;
  readonly code: ErrorCode;
  /** Every cause at once, where there are several. */
  readonly errors?: readonly ProblemCause[];
  /** Finds the request in the service's log. */
  readonly requestId?: string;
  /** `Conflict`: the version the object has now. */
  readonly currentVersion?: number;
  /** `DuplicateIndexValue`: the unique index. */
  readonly index?: string;
  /** `DuplicateIndexValue`: the value that is taken. */
  readonly value?: string | number | boolean;
  /** `DuplicateIndexValue`: name of the object that has the value. */
  readonly owner?: string;
  /** `InvalidQuery`: the fields that can be selected and sorted by. */
  readonly indexes?: readonly string[];
}

/** The media type of {@link ProblemDetails}. */
export const PROBLEM_MEDIA_TYPE = "application/problem+json";
