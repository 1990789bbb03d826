import { JSON_PATCH_MEDIA_TYPE, MERGE_PATCH_MEDIA_TYPE } from "@cmgen/model";

import { aKind } from "../model-prose.js";
import { componentRef } from "./component-ref.js";
import type { Parameter, PathItem, Response } from "./document.js";
import { objectResponse, type OperationSubject, parametersOf, title } from "./operation-parts.js";
import { failures } from "./problems.js";

/** What the path of a history is followed by, and what is found there (HTTP API, History). */
export function historyPathItems(subject: OperationSubject): Readonly<Record<string, PathItem>> {
  return {
    "": listItem(subject),
    "/{version}": versionItem(subject),
    "/{version}/diff": differenceItem(subject),
    "/{version}/restore": restoreItem(subject),
  };
}

const ofVersion = parametersOf("Name", "Version", "Uid");

function listItem(subject: OperationSubject): PathItem {
  const { model, names } = subject;
  return {
    parameters: parametersOf("Name", "Uid"),
    get: {
      ...title(subject, `list${names.kind}History`, `List the versions of ${aKind(model)}`),
      parameters: [historyLimit, historyContinue],
      responses: {
        "200": jsonResponse("The versions, the newest first.", componentRef("schemas", "ObjectHistory")),
        ...failures("ReadProblem", "NotFound"),
      },
    },
  };
}

function versionItem(subject: OperationSubject): PathItem {
  const { model, names } = subject;
  return {
    parameters: ofVersion,
    get: {
      ...title(subject, `read${names.kind}Version`, `Read a version of ${aKind(model)}`),
      responses: {
        "200": jsonResponse("The version, as today's schema has it.", componentRef("schemas", names.stored)),
        ...failures("ReadProblem", "NotFound"),
      },
    },
  };
}

function differenceItem(subject: OperationSubject): PathItem {
  const { model, names } = subject;
  return {
    parameters: ofVersion,
    get: {
      ...title(subject, `compare${names.kind}Versions`, `Compare two versions of ${aKind(model)}`),
      parameters: [to, format],
      responses: {
        "200": {
          description: "What makes the version `to` of this one, but for what the service sets.",
          content: {
            [JSON_PATCH_MEDIA_TYPE]: { schema: componentRef("schemas", "JsonPatch") },
            [MERGE_PATCH_MEDIA_TYPE]: { schema: { type: "object", additionalProperties: true } },
          },
        },
        ...failures("ReadProblem", "NotFound"),
      },
    },
  };
}

function restoreItem(subject: OperationSubject): PathItem {
  const { model, names } = subject;
  return {
    parameters: [...ofVersion, ...parametersOf("IfMatch", "IfNoneMatch")],
    post: {
      ...title(subject, `restore${names.kind}Version`, `Write a version of ${aKind(model)} again`),
      responses: {
        "200": objectResponse(subject),
        "201": objectResponse(subject),
        ...failures("WriteProblem", "NotFound"),
      },
    },
  };
}

function jsonResponse(description: string, schema: ReturnType<typeof componentRef>): Response {
  return { description, content: { "application/json": { schema } } };
}

const historyLimit: Parameter = {
  name: "limit",
  in: "query",
  description: "Most versions of a page.",
  schema: { type: "integer", minimum: 1, maximum: 1000, default: 100 },
};

const historyContinue: Parameter = {
  name: "continue",
  in: "query",
  description: "Where the next page begins: `metadata.continue` of the page before.",
  schema: { type: "string", pattern: "^[0-9]{1,15}$" },
};

const to: Parameter = {
  name: "to",
  in: "query",
  description: "The version to compare with.",
  required: true,
  schema: { type: "integer", minimum: 1 },
};

const format: Parameter = {
  name: "format",
  in: "query",
  description: "Which sort of patch is answered.",
  schema: { type: "string", enum: ["json-patch", "merge-patch"], default: "json-patch" },
};
