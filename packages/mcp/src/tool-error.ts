import type { ErrorCode, ProblemCause, ProblemDetails } from "@cmgen/model";

/** Members of a problem that say more than its detail. */
interface Facts extends Pick<
  ProblemDetails,
  "currentVersion" | "index" | "owner" | "referrers" | "indexes" | "requestId"
> {
  /** After how long the same may succeed. */
  readonly retryAfterSeconds?: number;
}

export interface ToolErrorOptions {
  /** What the agent does next, as a sentence. Default: what the code asks for. */
  readonly next?: string;
  /** All causes, each with its place. */
  readonly errors?: readonly ProblemCause[];
  readonly facts?: Facts;
}

/** Why a tool did not do what it was asked for. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: string;
  readonly next: string;
  readonly errors: readonly ProblemCause[];
  readonly facts: Facts;

  constructor(code: ErrorCode | "NoAnswer", message: string, { next, errors = [], facts = {} }: ToolErrorOptions = {}) {
    super(message);
    this.code = code;
    this.next = next ?? nextSteps[code];
    this.errors = errors;
    this.facts = facts;
  }
}

const nextSteps: Readonly<Record<ErrorCode | "NoAnswer", string>> = {
  BadRequest: "Correct the arguments and call again.",
  InvalidQuery: "Select, sort and group by the kind's indexes only: describe_kind lists them.",
  Unauthorized: "The caller has no valid credentials. Ask the user for a token; do not try again without one.",
  Forbidden: "The caller lacks this right. Do not try again; tell the user which right is missing.",
  NotFound: "Check the kind and the name: list_objects shows which objects there are.",
  MethodNotAllowed: "Call endpoints to see which methods there are.",
  NotAcceptable: "This answer has a format that tools cannot read.",
  AlreadyExists: "Choose another name, or change the object that is there with update_object.",
  Conflict: "Somebody else changed the object. Read it again with get_object, and repeat the change with its version.",
  DuplicateIndexValue: "The value must be unique. Choose another one, or change the object that has it.",
  Referenced: "Others refer to the object. Change or delete those first.",
  Expired: "Begin the list again, without a cursor.",
  PreconditionFailed: "Read the object again with get_object, and repeat the change.",
  TooLarge: "Send less, or ask for less: fewer columns, a smaller limit, a narrower selection.",
  UnsupportedMediaType: "Tools send JSON only, and this needs another format.",
  Invalid: "Correct the fields that are named; describe_kind shows the schema.",
  TooManyRequests: "Call again after retryAfterSeconds.",
  InternalError: "The service failed. Tell the user, with the request's id.",
  NotReady: "The service is starting, or cannot reach its database. Call again after retryAfterSeconds.",
  NoAnswer: "The service cannot be reached. Ask the user whether it is running.",
};

/** The code of a problem; `InternalError` for one that no service of this release has. */
export function codeOf(value: unknown): ErrorCode {
  return typeof value === "string" && isCode(value) ? value : "InternalError";
}

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(nextSteps, text) && text !== "NoAnswer";
}
