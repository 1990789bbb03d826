import { JSON_PATCH_MEDIA_TYPE, MERGE_PATCH_MEDIA_TYPE } from "@cmgen/model";

import { componentRef, type Reference, type RequestBody, type Response } from "./document.js";
import type { DocumentNames } from "./document-names.js";
import type { SharedParameter } from "./shared-parameters.js";
import type { Refusal } from "./shared-responses.js";

/** What any operation may be answered with, whatever it does. */
export const anyRefusal = [
  "BadRequest",
  "Unauthorized",
  "Forbidden",
  "NotAcceptable",
  "TooManyRequests",
  "InternalError",
  "NotReady",
] as const satisfies Refusal[];

/** What an operation with a body may be answered with. */
export const bodyRefusal = ["TooLarge", "UnsupportedMediaType", "Invalid"] as const satisfies Refusal[];

/** What a delete is refused with by hooks, beside what every request may be. */
export const hookRefusal = ["Invalid"] as const satisfies Refusal[];

export function parametersOf(...names: readonly SharedParameter[]): readonly Reference[] {
  return names.map((name) => componentRef("parameters", name));
}

/** A whole object, as JSON or as YAML. */
export function objectBody(names: DocumentNames, example: unknown): RequestBody {
  const schema = componentRef("schemas", names.input);
  return {
    required: true,
    content: {
      "application/json": { schema, ...(example !== undefined && { example }) },
      "application/yaml": { schema },
    },
  };
}

/** A change to an object, in either of the two forms. */
export function patchBody(): RequestBody {
  return {
    required: true,
    content: {
      [MERGE_PATCH_MEDIA_TYPE]: {
        schema: {
          type: "object",
          description: "RFC 7396: absent members stay, `null` removes, lists are replaced whole.",
          additionalProperties: true,
        },
      },
      [JSON_PATCH_MEDIA_TYPE]: { schema: componentRef("schemas", "JsonPatch") },
    },
  };
}

/** An answer with an object and its entity tag. */
export function objectResponse(description: string, names: DocumentNames, more: Response["headers"] = {}): Response {
  return {
    description,
    headers: { ETag: componentRef("headers", "ETag"), ...more },
    content: { "application/json": { schema: componentRef("schemas", names.stored) } },
  };
}

/** What answers a read whose `If-None-Match` still holds. */
export const notModified: Response = {
  description: "The object still has the entity tag of `If-None-Match`.",
  headers: { ETag: componentRef("headers", "ETag") },
};
