import type { Model } from "../../model/model.js";
import { componentRef, type MediaType, type PathItem } from "./document.js";
import type { DocumentNames } from "./document-names.js";
import { indexParameters } from "./list-parameters.js";
import { anyRefusal, bodyRefusal, hookRefusal, objectBody, objectResponse, parametersOf } from "./operation-parts.js";
import { refusalsOf } from "./shared-responses.js";
import { aKind } from "../model-prose.js";

/** What one model's operations are written from. */
export interface OperationSubject {
  readonly model: Model;
  readonly names: DocumentNames;
  /** Whether the plugin has hooks for it, which may refuse to delete its objects. */
  readonly isHooked: boolean;
  /** An object as a caller might send it; absent where none can be made up. */
  readonly example?: unknown;
}

/** `/apis/<group>/<version>/<plural>`: list and watch, create, delete what a selection holds (spec 4.1, 4.2). */
export function collectionPathItem(subject: OperationSubject): PathItem {
  return { get: listOperation(subject), post: createOperation(subject), delete: deleteCollectionOperation(subject) };
}

function listOperation({ model, names }: OperationSubject): PathItem["get"] & {} {
  const { fieldSelector, sort } = indexParameters(model);
  return {
    operationId: `list${names.collection}`,
    tags: [names.tag],
    summary: `List ${model.plural}, or watch them change`,
    parameters: [
      ...parametersOf("LabelSelector"),
      fieldSelector,
      sort,
      ...parametersOf("Page", "Size", "Limit", "Continue", "Total", "Watch", "ResourceVersion"),
    ],
    responses: {
      "200": {
        description: "What the selectors match; with `watch`, changes for as long as the caller listens.",
        content: {
          "application/json": { schema: componentRef("schemas", names.list) },
          "application/x-ndjson": watchStream("One JSON value a line"),
          "text/event-stream": watchStream("Server-sent events whose `id` is the revision"),
        },
      },
      ...refusalsOf("Expired", ...anyRefusal),
    },
  };
}

function watchStream(form: string): MediaType {
  return {
    schema: {
      type: "string",
      description: `${form}, of \`ADDED\`, \`MODIFIED\`, \`DELETED\`, \`BOOKMARK\` or \`ERROR\` with the object.`,
    },
  };
}

function createOperation({ model, names, example }: OperationSubject): PathItem["post"] & {} {
  return {
    operationId: `create${names.object}`,
    tags: [names.tag],
    summary: `Create ${aKind(model)}`,
    requestBody: objectBody(names, example),
    responses: {
      "201": objectResponse("The object as it was stored.", names, { Location: componentRef("headers", "Location") }),
      ...refusalsOf(...bodyRefusal, "AlreadyExists", "PreconditionFailed", ...anyRefusal),
    },
  };
}

function deleteCollectionOperation({ model, names, isHooked }: OperationSubject): PathItem["delete"] & {} {
  return {
    operationId: `deleteAll${names.collection}`,
    tags: [names.tag],
    summary: `Delete the ${model.plural} that the selectors match`,
    description: "Each is deleted as by its own request; without selectors, all are.",
    parameters: [...parametersOf("LabelSelector"), indexParameters(model).fieldSelector],
    responses: {
      "200": {
        description: "The last state of each object that was deleted.",
        content: { "application/json": { schema: componentRef("schemas", names.list) } },
      },
      ...refusalsOf("PreconditionFailed", ...(isHooked ? hookRefusal : []), ...anyRefusal),
    },
  };
}
