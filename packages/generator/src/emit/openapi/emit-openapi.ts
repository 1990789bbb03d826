import { collectionPath } from "@cmgen/model";

import type { Model, ProjectModel } from "../../model/model.js";
import type { Emitter } from "../emitter.js";
import { modelNames } from "../model-names.js";
import { exampleObject } from "../schema/example-of.js";
import { indexTypes } from "../schema/type-index.js";
import { collectionPathItem, type OperationSubject } from "./collection-operations.js";
import type { Info, OpenApiDocument, PathItem } from "./document.js";
import { documentNames } from "./document-names.js";
import { modelSchemas } from "./model-schemas.js";
import { objectPathItem, statusPathItem } from "./object-operations.js";
import { sharedParameters } from "./shared-parameters.js";
import { sharedHeaders, sharedResponses } from "./shared-responses.js";
import { sharedSchemas } from "./shared-schemas.js";

/** `openapi.json`: what a plugin's resources answer, in OpenAPI 3.1. */
export const openapiEmitter: Emitter = {
  name: "openapi",
  emit: (project) => [{ path: "openapi.json", contents: printDocument(openapiDocument(project)) }],
};

/** JSON with each reference on a line of its own: a document is mostly references. No text holds a line break to be taken for these. */
function printDocument(document: OpenApiDocument): string {
  const json = JSON.stringify(document, null, 2);
  return `${json.replace(/\{\n\s+("\$ref": "[^"\n]*")\n\s+\}/g, "{ $1 }")}\n`;
}

/** The document of a project's models. Names, not places, refer from one part to another, so it grows by what a model adds. */
export function openapiDocument(project: ProjectModel): OpenApiDocument {
  const names = documentNames(project);
  const { schemas, hasNestedModels } = modelSchemas(project, names);
  const index = indexTypes(project);
  const subjects = project.models.map((model) => {
    const example = exampleObject(model, index);
    return {
      model,
      names: names.ofModel(model),
      isHooked: isHooked(project, model),
      ...(example !== undefined && { example }),
    };
  });
  return {
    openapi: "3.1.1",
    info: infoOf(project),
    servers: [{ url: "/" }],
    security: [],
    tags: subjects.map(({ model, names: { tag } }) => ({
      name: tag,
      description: model.documentation.description || `${model.plural} of ${model.group}/${model.version}`,
    })),
    paths: Object.fromEntries(subjects.flatMap(pathsOf)),
    components: {
      schemas: { ...schemas, ...sharedSchemas(hasNestedModels) },
      responses: sharedResponses,
      parameters: sharedParameters,
      headers: sharedHeaders,
    },
  };
}

/** By the place of its descriptor, which hooks import it from. */
function isHooked({ hooks }: ProjectModel, model: Model): boolean {
  const descriptor = `/${modelNames(model).folder}/descriptor`;
  return hooks.some((module) => module.model?.module.endsWith(descriptor));
}

function infoOf({ name, version, description, license }: ProjectModel): Info {
  return {
    title: name,
    version,
    description: description ?? `The resources of the plugin ${name}.`,
    ...(license !== undefined && { license: { name: license, identifier: license } }),
  };
}

function pathsOf(subject: OperationSubject): readonly (readonly [string, PathItem])[] {
  const collection = collectionPath(subject.model);
  return [
    [collection, collectionPathItem(subject)],
    [`${collection}/{name}`, objectPathItem(subject)],
    [`${collection}/{name}/status`, statusPathItem(subject)],
  ];
}
