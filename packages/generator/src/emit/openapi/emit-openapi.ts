import { collectionPath } from "@cmgen/model";

import type { Model, ProjectModel } from "../../model/model.js";
import { isDescriptorOf } from "../../model/is-descriptor-of.js";
import { storageVersions } from "../../model/kind-versions.js";
import { typeLookup } from "../../model/type-at-path.js";
import type { OpenApiConfig } from "../../config/openapi-config.js";
import type { Emitter } from "../emitter.js";
import { endpointGroups } from "../endpoints/endpoint-groups.js";
import { exampleObject } from "../schema/example-of.js";
import { indexTypes } from "../schema/type-index.js";
import { collectionPathItem } from "./collection-operations.js";
import { type Components, EXTENSION_FORMAT, type Info, type OpenApiDocument, type PathItem } from "./document.js";
import { documentNames, type NamesOfProject } from "./document-names.js";
import { endpointPaths, type EndpointSubject, endpointTag } from "./endpoint-operations.js";
import { mergeDocuments, type OtherDocument } from "./merge-documents.js";
import { documentContext, isServed, modelSchemas } from "./model-schemas.js";
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
    emit: (project) => [
      {
        path: "openapi.json",
        contents: printDocument(mergeDocuments(openapiDocument(project, config), hosted(project))),
      },
    ],
  };
}

/** The documents of the plugins that the service hosts: whatever release of cmgen made them, they are OpenAPI. */
function hosted({ hosted: plugins = [] }: ProjectModel): readonly OtherDocument[] {
  return plugins.map(({ name, openapi }) => ({ name, document: JSON.parse(openapi) as OpenApiDocument }));
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
  const endpoints = endpointSubjects(project, names);
  const ofEndpoints: Readonly<Record<string, PathItem>> = Object.assign({}, ...endpoints.map(endpointPaths));
  return {
    openapi: "3.1.1",
    "x-cmgen": { format: EXTENSION_FORMAT },
    info: infoOf(project, config),
    servers: config.servers ?? [{ url: "/" }],
    security: config.security ?? [],
    tags: [
      ...subjects.map(({ model, names: { tag } }) => ({
        name: tag,
        description: model.documentation.description || `${model.plural} of ${model.group}/${model.version}`,
      })),
      ...endpoints.map(endpointTag),
    ],
    paths: { ...Object.fromEntries(subjects.flatMap(pathsOf)), ...ofEndpoints },
    components: {
      ...componentsOf(project, { names, ofEndpoints }, subjects),
      ...(config.securitySchemes && { securitySchemes: config.securitySchemes }),
    },
  };
}

/** The groups of endpoints, and what their operations are written from. */
function endpointSubjects(project: ProjectModel, names: NamesOfProject): readonly EndpointSubject[] {
  const groups = endpointGroups(project);
  const shared = { context: documentContext(project, names), lookup: typeLookup(project) };
  return groups.map((group) => {
    const hasVersions = groups.some((other) => other !== group && other.group === group.group);
    return { ...shared, group, hasVersions };
  });
}

interface DocumentParts {
  readonly names: NamesOfProject;
  readonly ofEndpoints: Readonly<Record<string, PathItem>>;
}

function componentsOf(
  project: ProjectModel,
  { names, ofEndpoints }: DocumentParts,
  subjects: readonly OperationSubject[],
): Components {
  const { schemas, hasNestedModels } = modelSchemas(project, names, ofEndpoints);
  const hasEndpoints = Object.keys(ofEndpoints).length > 0;
  const hasHooks = subjects.some(({ isHooked: hooked }) => hooked);
  const ofModels = subjects.map(modelComponents);
  return {
    schemas: { ...schemas, ...sharedSchemas({ hasNestedModels, hasEndpoints }) },
    responses: merged(
      ofModels.map(({ responses }) => responses),
      { ...sharedResponses, ...problemResponses({ hasHooks, hasEndpoints }) },
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

function isHooked({ hooks }: ProjectModel, model: Model): boolean {
  return hooks.some(({ model: imported }) => imported !== undefined && isDescriptorOf(imported, model));
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
