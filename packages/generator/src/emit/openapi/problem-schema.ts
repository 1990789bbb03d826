import { errorStatuses, type ErrorCode } from "@cmgen/model";

import type { JsonSchema } from "../../schema/json-schema.js";
import { componentRef } from "./component-ref.js";

export const text = (description: string): JsonSchema => ({ type: "string", description });

export const problemCause: JsonSchema = {
  description: "One of several causes of a refusal.",
  type: "object",
  properties: {
    path: text("JSON Pointer (RFC 6901) into the request's body, or the name of the query parameter at fault."),
    code: text("The broken constraint: a keyword of JSON Schema, `rule`, `hook`, or the name of a naming rule."),
    message: text("What is wrong, to be read after the path."),
    column: { type: "integer", minimum: 1, description: "Where in a selector's text, counted from 1." },
  },
  required: ["path", "code", "message"],
  additionalProperties: false,
};

/** What each code says (HTTP API, Errors). */
const codeMeanings: Readonly<Record<ErrorCode, string>> = {
  BadRequest: "the body is not valid JSON or YAML, is empty, or contradicts the path; or a header is malformed",
  InvalidQuery:
    "a parameter is not known here, or a selector, a field that has no index, or a page is wrong; `errors` says where",
  Unauthorized: "the authorizer does not know the caller",
  Forbidden: "the authorizer does not allow it",
  NotFound: "there is no object of this name; an update does not create one",
  MethodNotAllowed: "the path does not have this method",
  NotAcceptable: "no media type of `Accept` can be answered",
  AlreadyExists: "the name is taken",
  Conflict: "`metadata.version` is not the stored one, which is `currentVersion`",
  DuplicateIndexValue: "a unique value is taken; `owner` has it",
  Referenced: "other objects refer to the object; `referrers` says which",
  Expired: "the revision to watch from is no longer kept",
  PreconditionFailed: "the object's entity tag is not that of `If-Match`, or is that of `If-None-Match`",
  TooLarge: "the body is over the limit",
  UnsupportedMediaType: "the body has a media type that is not documented",
  Invalid: "the object breaks its schema, a rule or a naming rule; `errors` has every cause",
  TooManyRequests: "try again later",
  InternalError: "a fault of the service; its log has more under `requestId`",
  NotReady: "the plugin is building its indexes, or the service is shutting down",
};

const codeDescription = [
  "The sort of problem, for programs:",
  "",
  ...Object.entries(codeMeanings).map(([code, meaning]) => `- \`${code}\`: ${meaning}`),
].join("\n");

export const problem: JsonSchema = {
  description: "Why a request was refused (RFC 9457).",
  type: "object",
  properties: {
    type: { type: "string", format: "uri-reference", description: "Names the sort of problem." },
    title: text("The sort of problem in a few words; the same for every problem of one `code`."),
    status: { type: "integer", minimum: 400, maximum: 599, description: "The answer's HTTP status." },
    detail: text("What was wrong with this request, as a sentence."),
    instance: text("Path of the request."),
    code: { type: "string", enum: Object.keys(errorStatuses), description: codeDescription },
    errors: {
      type: "array",
      items: componentRef("schemas", "ProblemCause"),
      description: "Every cause at once, where there are several.",
    },
    requestId: text("Finds the request in the service's log."),
    currentVersion: { type: "integer", description: "`Conflict`: the version the object has now." },
    index: text("`DuplicateIndexValue`: the unique index."),
    value: { type: ["string", "number", "boolean"], description: "`DuplicateIndexValue`: the value that is taken." },
    owner: text("`DuplicateIndexValue`: name of the object that has the value."),
    referrers: {
      type: "array",
      items: {
        type: "object",
        properties: {
          apiVersion: { type: "string" },
          kind: { type: "string" },
          field: text("The index of the reference, such as `spec.home`."),
          names: { type: "array", items: { type: "string" }, description: "The first of them." },
          count: { type: "integer", description: "How many there are." },
          more: { type: "boolean", description: "Whether there are more than `count`." },
        },
        required: ["apiVersion", "kind", "field", "names", "count"],
      },
      description: "`Referenced`: who refers to the object.",
    },
    indexes: {
      type: "array",
      items: { type: "string" },
      description: "`InvalidQuery`: the fields that can be selected and sorted by.",
    },
  },
  required: ["type", "title", "status", "code"],
};
