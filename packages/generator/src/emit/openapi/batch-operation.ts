import { SERVICE_BASE } from "@cmgen/model/internal";
import type { JsonSchema } from "../../schema/json-schema.js";
import { componentRef } from "./component-ref.js";
import type { PathItem, Tag } from "./document.js";
import { failures } from "./problems.js";
import { text } from "./problem-schema.js";

const PATH = `${SERVICE_BASE}/batch`;
const TAG: Tag = { name: "Several objects at once", description: "Operations on objects of any kinds, in one write." };

/** Schemas of the request and of its answer. */
export const batchSchemas: Readonly<Record<string, JsonSchema>> = {
  Batch: {
    description: "Operations, and whether they belong together.",
    type: "object",
    properties: {
      atomic: {
        type: "boolean",
        default: true,
        description: "Whether all is done or nothing. If not, each operation has a result of its own.",
      },
      dryRun: {
        type: "boolean",
        default: false,
        description: "Whether nothing is written, and the answer is what it would be. Not with `atomic: false`.",
      },
      operations: { type: "array", maxItems: 1000, items: componentRef("schemas", "BatchOperation") },
    },
    required: ["operations"],
    additionalProperties: false,
  },
  BatchOperation: {
    description:
      "One operation. `create`, `replace`, `update` and `apply` have an `object`; `patch` and `delete` name it.",
    type: "object",
    properties: {
      op: { type: "string", enum: ["create", "replace", "update", "patch", "apply", "delete"] },
      object: {
        type: "object",
        description:
          "The object, with `apiVersion`, `kind` and `metadata`; for `update` and `apply` what changes of it.",
        additionalProperties: true,
      },
      apiVersion: { type: "string" },
      kind: { type: "string" },
      name: text("The object's name, or what an earlier operation calls it."),
      patch: componentRef("schemas", "JsonPatch"),
      subresource: { type: "string", enum: ["status"], description: "To write the status alone." },
      preconditions: {
        type: "object",
        description: "Which object is meant.",
        properties: { uid: { type: "string" }, version: { type: "integer" } },
        additionalProperties: false,
      },
      as: {
        type: "string",
        pattern: "^\\$[A-Za-z0-9_-]{1,63}$",
        description: "`create` and `apply`: what later operations call the object, where they need its name.",
      },
    },
    required: ["op"],
    additionalProperties: false,
  },
  BatchResults: {
    description: "What became of each operation, in their order.",
    type: "object",
    properties: {
      results: {
        type: "array",
        items: {
          type: "object",
          properties: {
            status: { type: "integer", description: "As a request of its own would be answered." },
            object: componentRef("schemas", "StoredObject"),
            warning: text("What an object waits for that is being deleted."),
            problem: componentRef("schemas", "Problem"),
          },
          required: ["status"],
        },
      },
    },
    required: ["results"],
  },
};

/** The tag and the path of the request, for a service with resources. */
export const batchTag: readonly Tag[] = [TAG];
export const batchPaths: Readonly<Record<string, PathItem>> = {
  [PATH]: {
    post: {
      operationId: "doBatch",
      tags: [TAG.name],
      summary: "Do several operations, all of them or none",
      requestBody: { required: true, content: { "application/json": { schema: componentRef("schemas", "Batch") } } },
      responses: {
        "200": {
          description: "What became of each.",
          content: { "application/json": { schema: componentRef("schemas", "BatchResults") } },
        },
        ...failures("BatchProblem", "NotFound"),
      },
    },
  },
};

/** Whether a path is one that every service has. */
export function isOfEveryService(path: string): boolean {
  return path === PATH;
}
