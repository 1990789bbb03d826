import { JSON_PATCH_MEDIA_TYPE, MERGE_PATCH_MEDIA_TYPE } from "@cmgen/model";

import type { Model } from "../../model/model.js";
import type { TypeLookup } from "../../model/type-at-path.js";
import { componentRef, type Reference } from "./component-ref.js";
import type { Components, Operation, RequestBody } from "./document.js";
import type { DocumentNames } from "../../render/document-names.js";
import { fieldSelectorParameter } from "./list-parameters.js";
import type { SharedParameter } from "./shared-parameters.js";

/** What one model's operations are written from. */
export interface OperationSubject {
  readonly model: Model;
  readonly names: DocumentNames;
  readonly lookup: TypeLookup;
  /** Whether the plugin has hooks for it, which may refuse to delete its objects. */
  readonly isHooked: boolean;
  /** The references that lead to it, as callers name them. */
  readonly referrers: readonly string[];
  /** Whether former versions of its objects are kept. */
  readonly hasHistory: boolean;
  /** An object as a caller might send it; absent where none can be made up. */
  readonly example?: unknown;
}

/** A change to an object, in either of the two forms. */
export const patchBody: RequestBody = {
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

export function parametersOf(...names: readonly SharedParameter[]): readonly Reference[] {
  return names.map((name) => componentRef("parameters", name));
}

/** What several operations of one model share: its object as it is sent and as it is answered, and what selects among them. */
export function modelComponents({
  model,
  names,
  example,
}: OperationSubject): Pick<Components, "responses" | "parameters" | "requestBodies"> {
  const input = componentRef("schemas", names.input);
  const header = (name: string): Reference => componentRef("headers", name);
  return {
    responses: {
      [names.response]: {
        description: "The object.",
        headers: { ETag: header("ETag"), Location: header("Location"), Warning: header("Warning") },
        content: { "application/json": { schema: componentRef("schemas", names.stored) } },
      },
    },
    parameters: { [names.fieldSelector]: fieldSelectorParameter(model) },
    requestBodies: {
      [names.request]: {
        required: true,
        content: {
          "application/json": { schema: input, ...(example !== undefined && { example }) },
          "application/yaml": { schema: input },
        },
      },
    },
  };
}

/** The members of an operation that tell it from others. */
export function title(
  { names, model }: OperationSubject,
  operationId: string,
  summary: string,
): Pick<Operation, "operationId" | "tags" | "summary" | "description" | "deprecated"> {
  const { deprecated } = model;
  return {
    operationId,
    tags: [names.tag],
    summary,
    ...(deprecated !== undefined && { description: `Deprecated: ${deprecated}`, deprecated: true }),
  };
}

/** The response that has one object of the model. */
export function objectResponse({ names }: OperationSubject): Reference {
  return componentRef("responses", names.response);
}
