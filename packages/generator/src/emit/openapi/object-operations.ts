import { componentRef } from "./component-ref.js";
import type { Operation, PathItem } from "./document.js";
import { objectResponse, type OperationSubject, parametersOf, title } from "./operation-parts.js";
import { failures, hookRefusal } from "./problems.js";
import { aKind } from "../model-prose.js";

/** The parameters of every operation on one object. */
const parameters = parametersOf("Name", "IfMatch", "IfNoneMatch");

/** `/apis/<group>/<version>/<plural>/{name}`: read, update, patch, delete (HTTP API, Objects). */
export function objectPathItem(subject: OperationSubject): PathItem {
  const { model, names, isHooked } = subject;
  const kind = aKind(model);
  return {
    parameters,
    get: { ...title(subject, `read${names.kind}`, `Read ${kind}`), ...read(subject) },
    head: {
      ...title(subject, `head${names.kind}`, `Check for ${kind}`),
      responses: {
        "200": componentRef("responses", "Exists"),
        "304": componentRef("responses", "NotModified"),
        ...failures("ReadProblem", "NotFound"),
      },
    },
    put: { ...title(subject, `update${names.kind}`, `Replace ${kind}`), ...update(subject, names.request) },
    patch: { ...title(subject, `patch${names.kind}`, `Patch ${kind}`), ...update(subject, "Patch") },
    delete: {
      ...title(subject, `delete${names.kind}`, `Delete ${kind}`),
      responses: { "200": objectResponse(subject), ...hookRefusal(isHooked), ...failures("DeleteProblem", "NotFound") },
    },
  };
}

/**
 * `…/{name}/status`: the actual state alone, which controllers maintain (HTTP API, Objects). A status answers HEAD as its object does;
 * one of the two is enough in a document.
 */
export function statusPathItem(subject: OperationSubject): PathItem {
  const { model, names } = subject;
  const kind = aKind(model);
  return {
    parameters,
    get: { ...title(subject, `read${names.kind}Status`, `Read ${kind} for its status`), ...read(subject) },
    put: {
      ...title(subject, `update${names.kind}Status`, `Set the status of ${kind}`),
      ...update(subject, names.request),
    },
    patch: {
      ...title(subject, `patch${names.kind}Status`, `Patch the status of ${kind}`),
      ...update(subject, "Patch"),
    },
  };
}

function read(subject: OperationSubject): Pick<Operation, "responses"> {
  return {
    responses: {
      "200": objectResponse(subject),
      "304": componentRef("responses", "NotModified"),
      ...failures("ReadProblem", "NotFound"),
    },
  };
}

function update(subject: OperationSubject, body: string): Pick<Operation, "requestBody" | "responses"> {
  return {
    requestBody: componentRef("requestBodies", body),
    responses: { "200": objectResponse(subject), ...failures("WriteProblem", "NotFound") },
  };
}
