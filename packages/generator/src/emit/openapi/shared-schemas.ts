import { errorStatuses, objectMetaInputSchema, objectMetaSchema, storedObjectMetaSchema } from "@cmgen/model";

import type { JsonSchema } from "../schema/json-schema.js";
import { componentRef } from "./document.js";

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

const problem: JsonSchema = {
  description: "Why a request was refused (RFC 9457).",
  type: "object",
  properties: {
    type: { type: "string", format: "uri-reference", description: "Names the sort of problem." },
    title: text("The sort of problem in a few words; the same for every problem of one `code`."),
    status: { type: "integer", minimum: 400, maximum: 599, description: "The answer's HTTP status." },
    detail: text("What was wrong with this request, as a sentence."),
    instance: text("Path of the request."),
    code: { type: "string", enum: Object.keys(errorStatuses), description: "The sort of problem, for programs." },
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

/** Schemas that documents of every plugin have. `ObjectMeta` is for objects inside of objects, which not every plugin has. */
export function sharedSchemas(hasNestedModels: boolean): Readonly<Record<string, JsonSchema>> {
  return {
    ...(hasNestedModels && {
      ObjectMeta: metaSchema(objectMetaSchema, "The envelope's `metadata`, of an object inside another."),
    }),
    StoredObjectMeta: metaSchema(storedObjectMetaSchema, "The envelope's `metadata`, as the service answers it."),
    ObjectMetaInput: metaSchema(
      objectMetaInputSchema,
      "The envelope's `metadata`, as it is sent. What the service sets is ignored.",
    ),
    ListMeta: listMeta,
    JsonPatch: jsonPatch,
    Problem: problem,
    ProblemCause: problemCause,
  };
}

/** The model package describes JSON Schema without naming its keywords; these are the same schemas. */
function metaSchema(schema: Readonly<Record<string, unknown>>, description: string): JsonSchema {
  return { description, ...(schema as JsonSchema) };
}
