import { componentRef, type Operation, type PathItem } from "./document.js";
import type { OperationSubject } from "./collection-operations.js";
import {
  anyRefusal,
  bodyRefusal,
  hookRefusal,
  notModified,
  objectBody,
  objectResponse,
  parametersOf,
  patchBody,
} from "./operation-parts.js";
import { refusalsOf } from "./shared-responses.js";
import { aKind } from "../model-prose.js";

/** `/apis/<group>/<version>/<plural>/{name}`: read, update, patch, delete (contract, Objects). */
export function objectPathItem(subject: OperationSubject): PathItem {
  const { model, names } = subject;
  return {
    parameters: parametersOf("Name"),
    get: readOperation(subject, { operationId: `read${names.object}`, summary: `Read ${aKind(model)}` }),
    head: headOperation(subject),
    put: updateOperation(subject, {
      operationId: `update${names.object}`,
      summary: `Replace ${aKind(model)}`,
      description: "Never creates. Where `metadata.version` is sent it must be the stored one.",
    }),
    patch: patchOperation(subject, { operationId: `patch${names.object}`, summary: `Change parts of ${aKind(model)}` }),
    delete: deleteOperation(subject),
  };
}

/** `…/{name}/status`: the actual state alone, which controllers maintain (contract, Objects). */
export function statusPathItem(subject: OperationSubject): PathItem {
  const { model, names } = subject;
  return {
    parameters: parametersOf("Name"),
    get: readOperation(subject, {
      operationId: `read${names.object}Status`,
      summary: `Read ${aKind(model)} for its status`,
    }),
    put: updateOperation(subject, {
      operationId: `update${names.object}Status`,
      summary: `Replace the status of ${aKind(model)}`,
      description: "Of the body, only `status` and `metadata.version` are taken.",
    }),
    patch: patchOperation(subject, {
      operationId: `patch${names.object}Status`,
      summary: `Change parts of the status of ${aKind(model)}`,
      description: "What the patch does outside of `status` is left out.",
    }),
  };
}

type Title = Pick<Operation, "operationId" | "summary" | "description">;

function readOperation({ names }: OperationSubject, title: Title): Operation {
  return {
    ...head(title, names.tag),
    parameters: parametersOf("IfNoneMatch", "IfMatch"),
    responses: {
      "200": objectResponse("The object.", names),
      "304": notModified,
      ...refusalsOf("NotFound", "PreconditionFailed", ...anyRefusal),
    },
  };
}

/** A status answers HEAD as its object does; one of the two is enough in a document. */
function headOperation({ model, names }: OperationSubject): Operation {
  const { content: _, ...withoutBody } = objectResponse("There is such an object.", names);
  return {
    ...head(
      { operationId: `head${names.object}`, summary: `Ask whether there is ${aKind(model)}, and its version` },
      names.tag,
    ),
    parameters: parametersOf("IfNoneMatch", "IfMatch"),
    responses: {
      "200": withoutBody,
      "304": notModified,
      ...refusalsOf("NotFound", "PreconditionFailed", ...anyRefusal),
    },
  };
}

function updateOperation({ names, example }: OperationSubject, title: Title): Operation {
  return {
    ...head(title, names.tag),
    parameters: parametersOf("IfMatch"),
    requestBody: objectBody(names, example),
    responses: {
      "200": objectResponse("The object as it is now.", names),
      ...refusalsOf(...bodyRefusal, "NotFound", "Conflict", "PreconditionFailed", ...anyRefusal),
    },
  };
}

function patchOperation({ names }: OperationSubject, title: Title): Operation {
  return {
    ...head(title, names.tag),
    parameters: parametersOf("IfMatch"),
    requestBody: patchBody(),
    responses: {
      "200": objectResponse("The object as it is now.", names),
      ...refusalsOf(...bodyRefusal, "NotFound", "Conflict", "PreconditionFailed", ...anyRefusal),
    },
  };
}

function deleteOperation({ model, names, isHooked }: OperationSubject): Operation {
  return {
    ...head(
      {
        operationId: `delete${names.object}`,
        summary: `Delete ${aKind(model)}`,
        description:
          "With finalizers the object stays readable, marked by `metadata.deletionTimestamp`, until they are gone.",
      },
      names.tag,
    ),
    parameters: parametersOf("IfMatch"),
    responses: {
      "200": objectResponse("The last state of the object.", names, { Warning: componentRef("headers", "Warning") }),
      ...refusalsOf("NotFound", "Conflict", "PreconditionFailed", ...(isHooked ? hookRefusal : []), ...anyRefusal),
    },
  };
}

/** The members of an operation that come first, in their order. */
function head(
  { operationId, summary, description }: Title,
  tag: string,
): Pick<Operation, "operationId" | "tags" | "summary" | "description"> {
  return { operationId, tags: [tag], summary, ...(description !== undefined && { description }) };
}
