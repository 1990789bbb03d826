import { isErrorCode, type ErrorCode, type ProblemCause, type ProblemDetails } from "@cmgen/model";

/** A refusal of the service's (RFC 9457). */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  /** The body of the answer. */
  readonly problem: ProblemDetails;
  readonly code: ErrorCode;
  readonly status: number;
  /** Every cause, where there are several. */
  readonly errors: readonly ProblemCause[];
  /** Where `code` is `Conflict`: the version the object has now. */
  readonly currentVersion: number | undefined;

  constructor(problem: ProblemDetails) {
    super(problem.detail ?? problem.title);
    this.problem = problem;
    this.code = problem.code;
    this.status = problem.status;
    this.errors = problem.errors ?? [];
    this.currentVersion = problem.currentVersion;
  }
}

/** Whether `body` is a problem of the closed list. */
export function isProblemDetails(body: unknown): body is ProblemDetails {
  if (typeof body !== "object" || body === null || !("code" in body) || !("status" in body)) return false;
  return isErrorCode(body.code) && typeof body.status === "number" && "title" in body;
}
