import type { AggregateFunction } from "@cmgen/model/internal";
import {
  aggregateFunctions,
  objectMetaInputSchema,
  objectMetaSchema,
  storedObjectMetaSchema,
} from "@cmgen/model/internal";

import type { JsonSchema } from "../../schema/json-schema.js";
import { batchSchemas } from "./batch-operation.js";
import { componentRef } from "./component-ref.js";
import { builtInFields } from "./list-parameters.js";
import { problem, problemCause, text } from "./problem-schema.js";
import { problemSchemas } from "./problems.js";

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

/** What every page of a list has beside its objects, or a batch of a walk (HTTP API, Lists). */
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

/** What `include` gives with `count(…)` (HTTP API, Lists). */
const referrerCounts: JsonSchema = {
  description:
    "How many objects refer to each of the page's, by what `count(…)` is of and then by the names of all of these.",
  type: "object",
  additionalProperties: { type: "object", additionalProperties: { type: "integer", minimum: 0 } },
};

/** What `aggregate` gives in the place of a page (HTTP API, Counts and sums). */
const aggregateResult: JsonSchema = {
  description: "Counts and sums, by group and by field.",
  type: "object",
  properties: {
    apiVersion: { type: "string" },
    kind: { type: "string", pattern: "Aggregate$" },
    metadata: componentRef("schemas", "ListMeta"),
    groups: {
      type: "array",
      items: {
        type: "object",
        properties: {
          by: { type: "object", additionalProperties: { type: ["string", "number", "boolean", "null"] } },
          count: { type: "integer", minimum: 0 },
          ...Object.fromEntries(aggregateFunctions.map((name) => [name, valuesByField(name)])),
        },
        required: ["by", "count"],
        additionalProperties: false,
      },
    },
  },
  required: ["apiVersion", "kind", "metadata", "groups"],
  additionalProperties: false,
};

function valuesByField(name: AggregateFunction): JsonSchema {
  const additionalProperties: JsonSchema = { type: name === "distinct" ? "integer" : ["string", "number", "null"] };
  return { type: "object", additionalProperties };
}

const objectHistory: JsonSchema = {
  description: "Versions of the objects that have had a name, the newest first.",
  type: "object",
  properties: {
    apiVersion: { type: "string" },
    kind: { type: "string" },
    metadata: {
      type: "object",
      properties: {
        continue: text("What the request for the next page passes as `continue`. Absent on the last one."),
      },
    },
    items: {
      type: "array",
      items: {
        type: "object",
        properties: {
          uid: { type: "string" },
          version: { type: "integer", minimum: 1 },
          type: {
            type: "string",
            enum: ["ADDED", "MODIFIED", "DELETED"],
            description: "DELETED: the object was removed, and this was its last version.",
          },
          time: {
            type: "string",
            format: "date-time",
            description:
              "When it was written. Absent, as what follows, for what was stored before its model had a history.",
          },
          actor: { type: "string", description: "Name of the caller that wrote it." },
          verb: { type: "string", description: "`create`, `update`, `delete`, or the method and path of an endpoint." },
          revision: { type: "integer", description: "Its place in the order of all changes." },
        },
        required: ["uid", "version", "type"],
      },
    },
  },
  required: ["apiVersion", "kind", "metadata", "items"],
};

const fieldSelector: JsonSchema = {
  description:
    "Terms on indexed fields, joined by commas: `field=value`, `!=`, `>`, `>=`, `<`, `<=`, `^=` (starts with), `in (a,b)`, `notin (a,b)`, of words `contains a b`; " +
    "alternatives in parentheses, separated by bars: `(a=1|b=2,c=3)`. " +
    `Repeated parameters combine with AND. Every resource has the fields ${builtInFields.map((name) => `\`metadata.${name}\``).join(", ")}.`,
  type: "array",
  items: { type: "string" },
  examples: [["metadata.name^=a"]],
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

const whole = ["apiVersion", "kind", "metadata"];

/** Schemas that are not about one plugin. A document has those that it refers to. */
export const sharedSchemas: Readonly<Record<string, JsonSchema>> = {
  NestedObject: objectSchema("What an object inside another has.", "ObjectMeta", whole),
  ObjectMeta: metaSchema(objectMetaSchema, "The envelope's `metadata`, of an object inside another."),
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
  ReferrerCounts: referrerCounts,
  AggregateResult: aggregateResult,
  ObjectHistory: objectHistory,
  FieldSelector: fieldSelector,
  Sort: sort,
  JsonPatch: jsonPatch,
  ...batchSchemas,
  Problem: problem,
  ProblemCause: problemCause,
  ...problemSchemas,
};

/** The model package describes JSON Schema without naming its keywords; these are the same schemas. */
function metaSchema(schema: Readonly<Record<string, unknown>>, description: string): JsonSchema {
  return { description, ...(schema as JsonSchema) };
}
