import { errorStatuses, PROBLEM_MEDIA_TYPE, type ErrorCode } from "@cmgen/model";

import type { JsonSchema } from "../../schema/json-schema.js";
import { componentRef, type Reference } from "./component-ref.js";
import type { Response } from "./document.js";

/** Codes that any operation may answer. */
const any = [
  "BadRequest",
  "InvalidQuery",
  "Unauthorized",
  "Forbidden",
  "NotAcceptable",
  "TooManyRequests",
  "InternalError",
  "NotReady",
] as const;

/** Codes that an operation on one object may answer. */
const ofObject = [...any, "NotFound", "PreconditionFailed"] as const;

/** Codes that an operation with a body may answer. */
const ofBody = ["TooLarge", "UnsupportedMediaType", "Invalid"] as const;

/** All codes that a sort of operation may answer (HTTP API, Errors). */
const codesOf = {
  ListProblem: [...any, "Expired"],
  CreateProblem: [...any, ...ofBody, "AlreadyExists", "DuplicateIndexValue", "PreconditionFailed"],
  DeleteAllProblem: [...any, "PreconditionFailed", "Referenced"],
  ReadProblem: ofObject,
  WriteProblem: [...ofObject, ...ofBody, "Conflict", "DuplicateIndexValue", "Referenced"],
  DeleteProblem: [...ofObject, "Conflict", "Referenced"],
  BatchProblem: [
    ...any.filter((code) => code !== "NotAcceptable"),
    ...ofBody,
    "NotFound",
    "AlreadyExists",
    "Conflict",
    "DuplicateIndexValue",
    "Referenced",
  ],
  // A handler may answer with any problem.
  EndpointProblem: [
    ...ofObject,
    ...ofBody,
    "AlreadyExists",
    "Conflict",
    "DuplicateIndexValue",
    "Referenced",
    "Expired",
    "MethodNotAllowed",
  ],
} as const satisfies Readonly<Record<string, readonly ErrorCode[]>>;

/** The codes of responses that have a status of their own. */
const codesOfStatus = {
  BadRequest: ["BadRequest", "InvalidQuery"],
  NotFound: ["NotFound"],
  Taken: ["AlreadyExists", "DuplicateIndexValue"],
  Expired: ["Expired"],
  HookProblem: ["Invalid"],
  Unauthorized: ["Unauthorized"],
  Forbidden: ["Forbidden"],
  NotReady: ["NotReady"],
} as const satisfies Readonly<Record<string, readonly ErrorCode[]>>;

/** A schema for each sort of operation: a problem with the statuses and codes that it may answer. */
export const problemSchemas = mapped(codesOf, (codes): JsonSchema => ({
  allOf: [componentRef("schemas", "Problem")],
  properties: { status: { enum: statusesOf(codes) }, code: { enum: [...codes] } },
}));

/** Responses with a problem. */
export const problemResponses = {
  ...mapped(codesOfStatus, (codes) => problemResponse(codes, "Problem")),
  ...mapped(codesOf, (codes, name) => problemResponse(codes, name)),
};

/**
 * What an operation answers when it fails: the status that says most about it, and any other of the statuses that the problem lists.
 * To name them all for each operation would double the document.
 */
export function failures(name: keyof typeof codesOf, first: keyof typeof codesOfStatus): Record<string, Reference> {
  return { ...refusal(first), default: componentRef("responses", name) };
}

/** What every operation answers to a caller who is not known, who may not do this, or of whom that cannot be found out. */
export const accessRefusals: Readonly<Record<string, Reference>> = {
  ...refusal("Unauthorized"),
  ...refusal("Forbidden"),
  ...refusal("NotReady"),
};

/** Hooks may refuse to delete an object, which could not be invalid otherwise. */
export function hookRefusal(isHooked: boolean): Readonly<Record<string, Reference>> {
  return isHooked ? refusal("HookProblem") : {};
}

function refusal(name: keyof typeof codesOfStatus): Readonly<Record<string, Reference>> {
  return { [errorStatuses[codesOfStatus[name][0]]]: componentRef("responses", name) };
}

function problemResponse(codes: readonly ErrorCode[], schema: string): Response {
  const isRetried = codes.includes("TooManyRequests");
  return {
    description: `${described(codes)}.`,
    ...(isRetried && { headers: { "Retry-After": componentRef("headers", "RetryAfter") } }),
    content: { [PROBLEM_MEDIA_TYPE]: { schema: componentRef("schemas", schema) } },
  };
}

/** `` 400 `BadRequest` or `InvalidQuery`, 401 `Unauthorized` ``. */
function described(codes: readonly ErrorCode[]): string {
  const named = (status: number): string => codes.filter((code) => errorStatuses[code] === status).join("` or `");
  return statusesOf(codes)
    .map((status) => `${status} \`${named(status)}\``)
    .join(", ");
}

function statusesOf(codes: readonly ErrorCode[]): readonly number[] {
  return [...new Set(codes.map((code) => errorStatuses[code]))].toSorted((a, b) => a - b);
}

function mapped<Name extends string, T>(
  codes: Readonly<Record<Name, readonly ErrorCode[]>>,
  make: (codes: readonly ErrorCode[], name: string) => T,
): Record<Name, T> {
  const entries = Object.entries<readonly ErrorCode[]>(codes).map(([name, list]) => [name, make(list, name)]);
  return Object.fromEntries(entries) as Record<Name, T>;
}
