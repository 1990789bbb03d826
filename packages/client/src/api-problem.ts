import { isErrorCode, type ErrorCode, type ProblemCause, type ProblemDetails } from "@cmgen/model";

/** How many causes a message spells out; `errors` has all of them. */
const CAUSES_IN_MESSAGE = 10;

/** An error answer of the service (RFC 9457). */
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
    super(messageOf(problem));
    this.problem = problem;
    this.code = problem.code;
    this.status = problem.status;
    this.errors = problem.errors ?? [];
    this.currentVersion = problem.currentVersion;
  }
}

/** One line where there is one cause; else a line for each, so that a log that keeps the message alone says what was wrong. */
function messageOf({ title, detail = title, errors = [] }: ProblemDetails): string {
  if (errors.length < 2) return detail;
  const causes = errors.slice(0, CAUSES_IN_MESSAGE).map(({ path, message }) => `${path} ${message}`.trim());
  const more = errors.length - causes.length;
  return [detail, ...causes, ...(more > 0 ? [`and ${more} more`] : [])].join("\n  ");
}

/** Whether `body` is a problem of the closed list. */
export function isProblemDetails(body: unknown): body is ProblemDetails {
  if (typeof body !== "object" || body === null || !("code" in body) || !("status" in body)) return false;
  return isErrorCode(body.code) && typeof body.status === "number" && "title" in body;
}
