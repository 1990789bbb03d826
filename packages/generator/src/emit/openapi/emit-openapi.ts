import type { OpenApiConfig } from "../../config/openapi-config.js";
import type { ProjectModel } from "../../model/model.js";
import { publicProject } from "../../model/public-project.js";
import { secretForms, storedFormName, storedForms } from "../../model/stored-form.js";
import { typeLookup } from "../../model/type-at-path.js";
import type { Emitter } from "../../emitter/emitter.js";
import { endpointGroups } from "../../render/endpoint-groups.js";
import type { JsonSchema } from "../../schema/json-schema.js";
import { documented } from "../../schema/property-schema.js";
import { schemaOf } from "../../schema/schema-of.js";
import { batchPaths, batchTag } from "./batch-operation.js";
import { EXTENSION_FORMAT, type Info, type OpenApiDocument } from "./document.js";
import { documentNames } from "../../render/document-names.js";
import { endpointPaths, type EndpointSubject, endpointTag } from "./endpoint-operations.js";
import { mergeDocuments, type OtherDocument } from "./merge-documents.js";
import { type DocumentParts, modelMembers, type ModelMembers } from "./model-members.js";
import { documentContext, isServed, storedContext } from "./model-schemas.js";
import { patchBody } from "./operation-parts.js";
import { printDocument } from "./print-document.js";
import { problemResponses } from "./problems.js";
import { sharedNames } from "./shared-names.js";
import { sharedParameters } from "./shared-parameters.js";
import { sharedHeaders, sharedResponses, warningOfDeprecated } from "./shared-responses.js";
import { sharedSchemas } from "./shared-schemas.js";
import { withAccess } from "./with-access.js";
import { withoutUnused } from "./references.js";

/** `openapi.json`: what a plugin's resources answer, in OpenAPI 3.1. */
export function openapiEmitter(config: OpenApiConfig): Emitter {
  return {
    name: "openapi",
    emit(project) {
      const merged = mergeDocuments(openapiDocument(project, config), hosted(project));
      const document = project.access === undefined ? merged : withAccess(merged, config);
      return [{ path: "openapi.json", contents: printDocument(document) }];
    },
  };
}

/** The documents of the plugins that the service hosts: whatever release of cmgen made them, they are OpenAPI. */
function hosted({ hosted: plugins = [] }: ProjectModel): readonly OtherDocument[] {
  return plugins.map(({ name, openapi }) => ({ name, document: JSON.parse(openapi) as OpenApiDocument }));
}

/** The document of a project's models, and what the config adds. */
export function openapiDocument(whole: ProjectModel, config: OpenApiConfig = {}): OpenApiDocument {
  const project = publicProject(whole);
  const names = documentNames(project, sharedNames);
  const context = documentContext(project, names);
  const forms = storedForms(project);
  const stored = storedContext(project, names);
  const parts = { project, names, context, stored, forms, secrets: secretForms(project) };
  const members = modelMembers(parts);
  const endpoints = endpointSubjects(parts);
  const ofTypes = project.types.map(({ name, type, documentation }): [string, JsonSchema] => [
    names.ofType(name),
    documented(schemaOf(type, context), documentation),
  ]);
  const ofStored = project.types
    .filter(({ name }) => forms.namedDiffers(name))
    .map(({ name, type, documentation }): [string, JsonSchema] => [
      storedFormName(names.ofType(name)),
      documented(schemaOf(type, stored), documentation),
    ]);
  const hasBatch = project.models.some(isServed);
  const isDeprecated = project.models.some((model) => isServed(model) && model.deprecated !== undefined);
  return withoutUnused({
    openapi: "3.1.1",
    "x-cmgen": { format: EXTENSION_FORMAT },
    info: infoOf(project, config),
    servers: config.servers ?? [{ url: "/" }],
    security: config.security ?? [],
    tags: [...members.flatMap(({ tags }) => tags), ...(hasBatch ? batchTag : []), ...endpoints.map(endpointTag)],
    paths: {
      ...joined(members, "paths"),
      ...(hasBatch && batchPaths),
      ...Object.fromEntries(endpoints.map(endpointPaths).flatMap(Object.entries)),
    },
    components: {
      schemas: { ...joined(members, "schemas"), ...Object.fromEntries([...ofTypes, ...ofStored]), ...sharedSchemas },
      responses: { ...joined(members, "responses"), ...sharedResponses, ...problemResponses },
      parameters: { ...joined(members, "parameters"), ...sharedParameters },
      requestBodies: { ...joined(members, "requestBodies"), Patch: patchBody },
      headers: { ...sharedHeaders, ...(isDeprecated && { Warning: warningOfDeprecated }) },
      ...(config.securitySchemes && { securitySchemes: config.securitySchemes }),
    },
  });
}

/** What all models bring into a section. */
function joined<Section extends Exclude<keyof ModelMembers, "tags">>(
  members: readonly ModelMembers[],
  section: Section,
): ModelMembers[Section] {
  return Object.fromEntries(members.flatMap((ofModel) => Object.entries(ofModel[section])));
}

/** The groups of endpoints, and what their operations are written from. */
function endpointSubjects({ project, context }: DocumentParts): readonly EndpointSubject[] {
  const groups = endpointGroups(project);
  const shared = { context, lookup: typeLookup(project) };
  return groups.map((group) => {
    const hasVersions = groups.some((other) => other !== group && other.group === group.group);
    return { ...shared, group, hasVersions };
  });
}

function infoOf({ name, version, description, license }: ProjectModel, config: OpenApiConfig): Info {
  return {
    title: config.title ?? name,
    version: config.version ?? version,
    description: config.description ?? description ?? `The resources of the plugin ${name}.`,
    ...(license !== undefined && { license: { name: license, identifier: license } }),
  };
}
