import { collectionPath } from "@cmgen/model";

import type { Model, ProjectModel } from "../../model/model.js";
import { storageVersions } from "../../model/kind-versions.js";
import { typeLookup } from "../../model/type-at-path.js";
import type { OpenApiConfig } from "../../config/openapi-config.js";
import type { Emitter } from "../emitter.js";
import { modelNames } from "../model-names.js";
import { exampleObject } from "../schema/example-of.js";
import { indexTypes } from "../schema/type-index.js";
import { collectionPathItem } from "./collection-operations.js";
import { type Components, EXTENSION_FORMAT, type Info, type OpenApiDocument, type PathItem } from "./document.js";
import { documentNames, type NamesOfProject } from "./document-names.js";
import { isServed, modelSchemas } from "./model-schemas.js";
import { objectPathItem, statusPathItem } from "./object-operations.js";
import { modelComponents, type OperationSubject, patchBody } from "./operation-parts.js";
import { printDocument } from "./print-document.js";
import { problemResponses } from "./problems.js";
import { sharedParameters } from "./shared-parameters.js";
import { sharedHeaders, sharedResponses, warningOfDeprecated } from "./shared-responses.js";
import { sharedSchemas } from "./shared-schemas.js";

/** `openapi.json`: what a plugin's resources answer, in OpenAPI 3.1. */
export function openapiEmitter(config: OpenApiConfig): Emitter {
  return {
    name: "openapi",
    emit: (project) => [{ path: "openapi.json", contents: printDocument(openapiDocument(project, config)) }],
  };
}

/** The document of a project's models, and what the config adds. Names, not places, refer from one part to another, so it grows by what a model adds. */
export function openapiDocument(project: ProjectModel, config: OpenApiConfig = {}): OpenApiDocument {
  const names = documentNames(project);
  const index = indexTypes(project);
  const lookup = typeLookup(project);
  const versionsOf = storageVersions(project);
  const subjects = project.models.filter(isServed).map((model) => {
    const example = exampleObject(model, index);
    return {
      model,
      names: names.ofModel(model),
      lookup,
      // Hooks are of the version that objects are stored as, and run on writes through every version.
      isHooked: isHooked(project, versionsOf.get(model)?.storage ?? model),
      ...(example !== undefined && { example }),
    };
  });
  return {
    openapi: "3.1.1",
    "x-cmgen": { format: EXTENSION_FORMAT },
    info: infoOf(project, config),
    servers: config.servers ?? [{ url: "/" }],
    security: config.security ?? [],
    tags: subjects.map(({ model, names: { tag } }) => ({
      name: tag,
      description: model.documentation.description || `${model.plural} of ${model.group}/${model.version}`,
    })),
    paths: Object.fromEntries(subjects.flatMap(pathsOf)),
    components: {
      ...componentsOf(project, names, subjects),
      ...(config.securitySchemes && { securitySchemes: config.securitySchemes }),
    },
  };
}

function componentsOf(project: ProjectModel, names: NamesOfProject, subjects: readonly OperationSubject[]): Components {
  const { schemas, hasNestedModels } = modelSchemas(project, names);
  const hasHooks = subjects.some(({ isHooked: hooked }) => hooked);
  const ofModels = subjects.map(modelComponents);
  return {
    schemas: { ...schemas, ...sharedSchemas(hasNestedModels) },
    responses: merged(
      ofModels.map(({ responses }) => responses),
      { ...sharedResponses, ...problemResponses(hasHooks) },
    ),
    parameters: merged(
      ofModels.map(({ parameters }) => parameters),
      sharedParameters,
    ),
    requestBodies: merged(
      ofModels.map(({ requestBodies }) => requestBodies),
      { Patch: patchBody },
    ),
    headers: subjects.some(({ model }) => model.deprecated !== undefined)
      ? { ...sharedHeaders, Warning: warningOfDeprecated }
      : sharedHeaders,
  };
}

function merged<T>(
  ofModels: readonly Readonly<Record<string, T>>[],
  shared: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  return Object.assign({}, ...ofModels, shared);
}

/** By what hooks import as their model: its descriptor, from the module of its API version or from its own. */
function isHooked({ hooks }: ProjectModel, model: Model): boolean {
  const { folder, model: descriptor } = modelNames(model);
  const modules = [`/${model.version}/models`, `/${folder}/resource`];
  return hooks.some(({ model: of }) => of?.name === descriptor && modules.some((module) => of.module.endsWith(module)));
}

function infoOf({ name, version, description, license }: ProjectModel, config: OpenApiConfig): Info {
  return {
    title: config.title ?? name,
    version: config.version ?? version,
    description: config.description ?? description ?? `The resources of the plugin ${name}.`,
    ...(license !== undefined && { license: { name: license, identifier: license } }),
  };
}

function pathsOf(subject: OperationSubject): readonly (readonly [string, PathItem])[] {
  const collection = collectionPath(subject.model);
  return [
    [collection, collectionPathItem(subject)],
    [`${collection}/{name}`, objectPathItem(subject)],
    // Without a type of its own a status has nothing that could be read or written.
    ...(subject.model.status === undefined ? [] : [[`${collection}/{name}/status`, statusPathItem(subject)] as const]),
  ];
}
