import { PROBLEM_MEDIA_TYPE } from "@cmgen/model";

import { componentRef, type Header, type Response } from "./document.js";

/** Headers of answers, by the name of their component. */
export const sharedHeaders = {
  ETag: {
    description: "The object's `metadata.version` in quotes: what `If-Match` and `If-None-Match` take.",
    schema: { type: "string", examples: ['"1"'] },
  },
  Location: {
    description: "Path of the object that was created.",
    schema: { type: "string", format: "uri-reference" },
  },
  RetryAfter: {
    description: "Seconds after which it is worth asking again.",
    schema: { type: "integer", minimum: 0 },
  },
  Warning: {
    description: "Where finalizers hold a deleted object: since when, and which they are. For people to read.",
    schema: { type: "string" },
  },
} as const satisfies Readonly<Record<string, Header>>;

/** Refusals that operations share, by the name of their component: what each is about, and its status (contract, Errors). */
const refusals = {
  BadRequest: [
    400,
    "`BadRequest`: a body that is no JSON or YAML, is empty, or contradicts the path. `InvalidQuery`: a parameter that is not taken here, a selector, a field that is no index, or a page that cannot be; `errors` says where.",
  ],
  Unauthorized: [401, "`Unauthorized`: the authorizer does not know who is asking."],
  Forbidden: [403, "`Forbidden`: the authorizer does not allow it."],
  NotFound: [404, "`NotFound`: there is no object of this name."],
  NotAcceptable: [406, "`NotAcceptable`: none of the media types of `Accept` can be answered."],
  AlreadyExists: [409, "`AlreadyExists`: the name is taken. `DuplicateIndexValue`: a unique value is; `owner` has it."],
  Conflict: [
    409,
    "`Conflict`: `metadata.version` is not the stored one, which is `currentVersion`. `DuplicateIndexValue`: a unique value is taken; `owner` has it.",
  ],
  Expired: [410, "`Expired`: the revision to watch from is no longer kept."],
  PreconditionFailed: [412, "`PreconditionFailed`: the object's entity tag is not that of `If-Match`."],
  TooLarge: [413, "`TooLarge`: the body is over the limit."],
  UnsupportedMediaType: [415, "`UnsupportedMediaType`: the body is of none of the media types listed here."],
  Invalid: [422, "`Invalid`: the object breaks its schema, a rule or a naming rule. `errors` has every cause."],
  TooManyRequests: [429, "`TooManyRequests`: ask again later."],
  InternalError: [500, "`InternalError`: a fault of the service's own; its log has more under `requestId`."],
  NotReady: [503, "`NotReady`: the plugin is building its indexes, or the service is shutting down."],
} as const satisfies Readonly<Record<string, readonly [status: number, description: string]>>;

export type Refusal = keyof typeof refusals;

const retried: readonly string[] = ["TooManyRequests", "NotReady"];

/** The answer of each refusal. */
export const sharedResponses: Readonly<Record<string, Response>> = Object.fromEntries(
  Object.entries<readonly [number, string]>(refusals).map(([name, [, description]]) => [
    name,
    {
      description,
      ...(retried.includes(name) && { headers: { "Retry-After": componentRef("headers", "RetryAfter") } }),
      content: { [PROBLEM_MEDIA_TYPE]: { schema: componentRef("schemas", "Problem") } },
    },
  ]),
);

/** References to refusals by status. No operation has two of one status. */
export function refusalsOf(...names: readonly Refusal[]): Readonly<Record<string, { $ref: string }>> {
  return Object.fromEntries(names.map((name) => [String(refusals[name][0]), componentRef("responses", name)]));
}
