import { componentRef } from "./component-ref.js";
import type { Operation, PathItem } from "./document.js";
import { includeParameter, sortParameter } from "./list-parameters.js";
import { objectResponse, type OperationSubject, parametersOf, title } from "./operation-parts.js";
import { resourceExtension } from "./resource-extension.js";
import { failures, hookRefusal } from "./problems.js";
import { aKind } from "../model-prose.js";

/** `/apis/<group>/<version>/<plural>`: list and watch, create, delete what a selection holds (spec 4.1, 4.2). */
export function collectionPathItem(subject: OperationSubject): PathItem {
  return {
    "x-cmgen-resource": resourceExtension(subject),
    get: listOperation(subject),
    post: createOperation(subject),
    delete: deleteCollectionOperation(subject),
  };
}

function listOperation(subject: OperationSubject): Operation {
  const { model, names, referrers } = subject;
  return {
    ...title(subject, `list${names.collection}`, `List or watch ${model.plural}`),
    parameters: [
      ...parametersOf("LabelSelector"),
      componentRef("parameters", names.fieldSelector),
      sortParameter(model),
      ...includeParameter(model, referrers),
      ...parametersOf(
        "Page",
        "Size",
        "Limit",
        "Continue",
        "Total",
        "Deleting",
        "Aggregate",
        "GroupBy",
        "Watch",
        "ResourceVersion",
      ),
    ],
    responses: {
      "200": {
        description: "A page, groups, or changes.",
        content: {
          "application/json": {
            schema: { oneOf: [componentRef("schemas", names.list), componentRef("schemas", "AggregateResult")] },
          },
          "application/x-ndjson": { schema: { type: "string" } },
          "text/event-stream": { schema: { type: "string" } },
        },
      },
      ...failures("ListProblem", "Expired"),
    },
  };
}

function createOperation(subject: OperationSubject): Operation {
  const { model, names } = subject;
  return {
    ...title(subject, `create${names.kind}`, `Create ${aKind(model)}`),
    requestBody: componentRef("requestBodies", names.request),
    responses: { "201": objectResponse(subject), ...failures("CreateProblem", "Taken") },
  };
}

function deleteCollectionOperation(subject: OperationSubject): Operation {
  const { model, names, isHooked } = subject;
  return {
    ...title(subject, `deleteAll${names.collection}`, `Delete the selected ${model.plural}, or all`),
    parameters: [...parametersOf("LabelSelector"), componentRef("parameters", names.fieldSelector)],
    responses: {
      "200": {
        description: "What was deleted.",
        content: { "application/json": { schema: componentRef("schemas", names.list) } },
      },
      ...hookRefusal(isHooked),
      ...failures("DeleteAllProblem", "BadRequest"),
    },
  };
}
