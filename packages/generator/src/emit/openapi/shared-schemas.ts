import {
  errorStatuses,
  type ErrorCode,
  objectMetaInputSchema,
  objectMetaSchema,
  storedObjectMetaSchema,
} from "@cmgen/model";

import type { JsonSchema } from "../schema/json-schema.js";
import { componentRef } from "./document.js";
import { builtInFields } from "./list-parameters.js";
import { problemSchemas } from "./problems.js";

const text = (description: string): JsonSchema => ({ type: "string", description });

const problemCause: JsonSchema = {
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

/** What each code says (contract, Errors). */
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

const problem: JsonSchema = {
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

const listMeta: JsonSchema = {
  description: "What a list says of itself.",
  type: "object",
  properties: {
    resourceVersion: text(
      "The service's revision the list was read at: a watch started from it misses nothing and repeats nothing.",
    ),
    continue: text(
      "In a walk by `limit`: what the request for the next stretch passes as `continue`. Absent at the end.",
    ),
  },
  required: ["resourceVersion"],
  additionalProperties: false,
};

const jsonPatch: JsonSchema = {
  description: "Operations of RFC 6902, applied in order; all or none take effect.",
  type: "array",
  items: {
    type: "object",
    properties: {
      op: { type: "string", enum: ["add", "remove", "replace", "move", "copy", "test"] },
      path: { type: "string", format: "json-pointer" },
      from: {
        type: "string",
        format: "json-pointer",
        description: "`move` and `copy`: where the value is taken from.",
      },
      value: { description: "`add`, `replace` and `test`: any JSON value." },
    },
    required: ["op", "path"],
  },
};

/** What every page of a list has beside its objects, or a batch of a walk (contract, Lists). */
const listPage: JsonSchema = {
  description: "A page of a list.",
  type: "object",
  properties: {
    apiVersion: { type: "string" },
    kind: { type: "string" },
    metadata: componentRef("schemas", "ListMeta"),
    page: { type: "integer", minimum: 0, description: "Number of the page, from 1; 0 in a walk by `limit`." },
    size: { type: "integer", minimum: 0, description: "Most items on a page; 0 where all were asked for." },
    total: {
      type: "integer",
      minimum: 0,
      description: "How many objects match, exactly. Absent where they were not counted.",
    },
    totalPages: { type: "integer", minimum: 0, description: "Absent where the objects were not counted." },
    first: { type: "boolean" },
    last: { type: "boolean" },
    hasNext: { type: "boolean" },
    hasPrevious: { type: "boolean" },
  },
  required: ["apiVersion", "kind", "metadata", "page", "size", "first", "last", "hasNext", "hasPrevious"],
};

const fieldSelector: JsonSchema = {
  description:
    "Terms on indexed fields, joined by commas: `field=value`, `!=`, `>`, `>=`, `<`, `<=`, `^=` (starts with), `in (a,b)`, `notin (a,b)`. " +
    `Repeated parameters combine with AND. Every resource has the fields ${builtInFields.map((name) => `\`metadata.${name}\``).join(", ")}.`,
  type: "array",
  items: { type: "string" },
};

const sort: JsonSchema = {
  description:
    "A field and perhaps `,asc` or `,desc`; without one, the index's own order. Repeated parameters sort by the first, then the next; ties end in `metadata.name`. Without any: newest first.",
  type: "array",
  items: { type: "string", pattern: "^[^,]+(,([aA][sS][cC]|[dD][eE][sS][cC]))?$" },
  examples: [["metadata.name,desc"]],
};

/** What `Extension` of @cmgen/model says of an object's parts, where their own declaration says nothing. */
export const partDescriptions = {
  spec: "Desired state, declared by the user.",
  status: "Actual state, maintained by controllers.",
};

/** What every object has, with `metadata` of one of the three kinds. */
function objectSchema(description: string, metadata: string, required: readonly string[]): JsonSchema {
  return {
    description,
    type: "object",
    properties: {
      apiVersion: { type: "string", description: "Group and version." },
      kind: { type: "string" },
      metadata: componentRef("schemas", metadata),
    },
    required,
  };
}

/** Schemas that documents of every plugin have. Not every plugin has objects inside other objects. */
export function sharedSchemas(hasNestedModels: boolean): Readonly<Record<string, JsonSchema>> {
  const whole = ["apiVersion", "kind", "metadata"];
  return {
    ...(hasNestedModels && {
      NestedObject: objectSchema("What an object inside another has.", "ObjectMeta", whole),
      ObjectMeta: metaSchema(objectMetaSchema, "The envelope's `metadata`, of an object inside another."),
    }),
    StoredObject: objectSchema("What every object has, as the service answers it.", "StoredObjectMeta", whole),
    StoredObjectMeta: metaSchema(storedObjectMetaSchema, "The envelope's `metadata`, as the service answers it."),
    ObjectInput: objectSchema(
      `What every object has, as a caller sends it, beside its parts. \`spec\`: ${partDescriptions.spec} \`status\`: ${partDescriptions.status}`,
      "ObjectMetaInput",
      ["metadata"],
    ),
    ObjectMetaInput: metaSchema(
      objectMetaInputSchema,
      "The envelope's `metadata`, as it is sent. What the service sets is ignored.",
    ),
    ListPage: listPage,
    ListMeta: listMeta,
    FieldSelector: fieldSelector,
    Sort: sort,
    JsonPatch: jsonPatch,
    Problem: problem,
    ProblemCause: problemCause,
    ...problemSchemas,
  };
}

/** The model package describes JSON Schema without naming its keywords; these are the same schemas. */
function metaSchema(schema: Readonly<Record<string, unknown>>, description: string): JsonSchema {
  return { description, ...(schema as JsonSchema) };
}
