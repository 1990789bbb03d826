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

/** Who refers to an object by one field. */
export interface ProblemReferrers {
  readonly apiVersion: string;
  readonly kind: string;
  /** The index of the reference, such as `spec.home`. */
  readonly field: string;
  /** The first of them. */
  readonly names: readonly string[];
  /** How many there are. */
  readonly count: number;
  /** Whether there are more than `count`. */
  readonly more?: boolean;
}

/** The body of every refusal: RFC 9457 `application/problem+json` with the members the contract adds (HTTP API, Errors). */
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
  /** `Referenced`: who refers to the object. */
  readonly referrers?: readonly ProblemReferrers[];
  /** `InvalidQuery`: the fields that can be selected and sorted by. */
  readonly indexes?: readonly string[];
}

/** The media type of {@link ProblemDetails}. */
export const PROBLEM_MEDIA_TYPE = "application/problem+json";
