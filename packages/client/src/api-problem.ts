import {
  type Duration,
  isErrorCode,
  type ErrorCode,
  type ProblemCause,
  type ProblemDetails,
  type ProblemReferrers,
} from "@cmgen/model";

/** How many causes a message spells out; `errors` has all of them. */
const CAUSES_IN_MESSAGE = 10;

/**
 * Failures that are not an answer of the service. `NetworkError`: nobody answered, or the connection broke; `cause` says why.
 * `Timeout`: `timeout` has passed. `UnexpectedResponse`: something else answered, a proxy for example.
 */
export type FailureCode = "NetworkError" | "Timeout" | "UnexpectedResponse";

/** What a call can fail with: the codes of the service, and those of the way to it. */
export type ProblemCode = ErrorCode | FailureCode;

/** Members that only some codes have. */
interface CodeMembers {
  readonly Conflict: {
    /** The version the object has now. */
    readonly currentVersion: number;
  };
  readonly DuplicateIndexValue: {
    /** The unique index. */
    readonly index: string;
    /** The value that is taken. */
    readonly value: string | number | boolean;
    /** Name of the object that has the value. */
    readonly owner: string;
  };
  readonly Referenced: {
    /** Who refers to the object, by model and field. */
    readonly referrers: readonly ProblemReferrers[];
  };
  readonly InvalidQuery: {
    /** What can be selected and sorted by, where the query named something else. */
    readonly indexes?: readonly string[];
  };
  readonly UnexpectedResponse: {
    readonly url: string;
    /** The beginning of the body. */
    readonly excerpt: string;
  };
}

type Problem<Code extends ProblemCode> = Error & {
  readonly name: "ApiProblem";
  readonly code: Code;
  /** The answer's HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** Every cause, where there are several. */
  readonly errors: readonly ProblemCause[];
  /** How long the service asks to wait before the call is repeated, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The body of the service's refusal (RFC 9457); absent where the service did not answer. */
  readonly problem: Code extends ErrorCode ? ProblemDetails : undefined;
} & (Code extends keyof CodeMembers ? CodeMembers[Code] : unknown);

/** A call that failed, told apart by `code`: `if (error.code === "Conflict") error.currentVersion`. */
export type ApiProblem = { [Code in ProblemCode]: Problem<Code> }[ProblemCode];

interface ProblemConstructor {
  new (message: string, members: Members, options?: ErrorOptions): ApiProblem;
  readonly prototype: ApiProblem;
}

interface Members {
  readonly code: ProblemCode;
  readonly status: number;
  readonly [member: string]: unknown;
}

/**
 * The class of all {@link ApiProblem}s. TypeScript narrows by `code` only in a union, which a class cannot declare its instances to be:
 * hence the cast, and the functions below, which give each code its members.
 */
export const ApiProblem = class extends Error {
  override readonly name = "ApiProblem";

  constructor(message: string, members: Members, options?: ErrorOptions) {
    super(message, options);
    const given = Object.entries(members).filter(([, member]) => member !== undefined);
    Object.assign(this, { errors: [] }, Object.fromEntries(given));
  }
} as unknown as ProblemConstructor;

/** The error that a refusal of the service becomes. */
export function refusal(problem: ProblemDetails, retryAfterMs?: number): ApiProblem {
  const { code, status, errors, currentVersion, index, value, owner, referrers, indexes } = problem;
  const members = { currentVersion, index, value, owner, referrers, indexes };
  return new ApiProblem(messageOf(problem), { code, status, errors, ...members, problem, retryAfterMs });
}

interface Answer {
  readonly url: string;
  readonly status: number;
  readonly body: string;
  readonly retryAfterMs?: number | undefined;
}

/** The error of an answer that did not come from a cmgen service: a proxy's error page, or another server at `baseUrl`. */
export function unexpectedResponse(answer: Answer): ApiProblem {
  const { url, status, retryAfterMs } = answer;
  const start = answer.body.trim().slice(0, 100);
  const body = `it begins with ${JSON.stringify(start)}`;
  // A `fetch` of the caller's own may return responses without an address.
  const message = `${addressOf(url) || "The service"} answered ${status}, but the answer is not from a cmgen service: ${body}`;
  const excerpt = answer.body.slice(0, 1000);
  return new ApiProblem(message, { code: "UnexpectedResponse", status, url, excerpt, retryAfterMs });
}

/** The error of a request that nobody answered, or whose answer broke off. */
export function networkError(url: string, cause: unknown): ApiProblem {
  const { message, cause: reason } = cause instanceof Error ? cause : new Error(String(cause));
  const why = reason instanceof Error && reason.message !== "" ? reason.message : message;
  return new ApiProblem(`No answer from ${addressOf(url)}: ${why}`, { code: "NetworkError", status: 0 }, { cause });
}

/** The error of a call that has taken longer than its `timeout`. */
export function timedOut(url: string, timeout: Duration): ApiProblem {
  return new ApiProblem(`No answer from ${addressOf(url)} within ${timeout}`, { code: "Timeout", status: 0 });
}

/** Without the query: selectors make it many KiB. */
function addressOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
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

/** Whether an error is a problem of one of these codes: `if (isProblem(error, "Conflict")) error.currentVersion`. */
export function isProblem<Code extends ProblemCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is Extract<ApiProblem, { readonly code: Code }> {
  return error instanceof ApiProblem && (codes as readonly ProblemCode[]).includes(error.code);
}
