import type { OpenApiConfig } from "../../config/openapi-config.js";
import type { ProjectModel } from "../../model/model.js";
import { typeLookup } from "../../model/type-at-path.js";
import type { Emitter } from "../emitter.js";
import { documentNames } from "../../render/document-names.js";
import { endpointGroups } from "../../render/endpoint-groups.js";
import { Pieces } from "../pieces.js";
import { EXTENSION_FORMAT, type Info, type OpenApiDocument, type PathItem } from "./document.js";
import type { DocumentParts, Reuse } from "./document-parts.js";
import { endpointPaths, type EndpointSubject, endpointTag } from "./endpoint-operations.js";
import { mergeDocuments, type OtherDocument } from "./merge-documents.js";
import { documentContext, isServed, nestedModels } from "./model-schemas.js";
import { hookedModels, modelTexts } from "./model-texts.js";
import { patchBody } from "./operation-parts.js";
import { PrintedSection, printDocument, printMembers, type Section } from "./print-document.js";
import { problemResponses } from "./problems.js";
import { referredTexts } from "./schema-texts.js";
import { sharedNames } from "./shared-names.js";
import { sharedParameters } from "./shared-parameters.js";
import { sharedHeaders, sharedResponses, warningOfDeprecated } from "./shared-responses.js";
import { sharedSchemas } from "./shared-schemas.js";

const path = "openapi.json";

/** `openapi.json`: what a plugin's resources answer, in OpenAPI 3.1. */
export function openapiEmitter(config: OpenApiConfig): Emitter {
  return {
    name: "openapi",
    emit(project, { keys, lastPieces }) {
      const others = hosted(project);
      if (others.length > 0)
        return [{ path, contents: printDocument(mergeDocuments(openapiDocument(project, config), others)) }];
      const pieces = new Pieces(lastPieces?.(path));
      return [{ path, contents: documentText(project, config, { keys, pieces }), pieces: pieces.placed }];
    },
  };
}

/** The documents of the plugins that the service hosts: whatever release of cmgen made them, they are OpenAPI. */
function hosted({ hosted: plugins = [] }: ProjectModel): readonly OtherDocument[] {
  return plugins.map(({ name, openapi }) => ({ name, document: JSON.parse(openapi) as OpenApiDocument }));
}

/** The document of a project's models, and what the config adds. */
export function openapiDocument(project: ProjectModel, config: OpenApiConfig = {}): OpenApiDocument {
  // Boundary: the text is that of such a document.
  return JSON.parse(documentText(project, config, { pieces: new Pieces() })) as OpenApiDocument;
}

/** Names, not places, refer from one part to another: the document grows by what a model adds, and that is a text of its own. */
function documentText(project: ProjectModel, config: OpenApiConfig, reuse: Reuse): string {
  const names = documentNames(project, sharedNames);
  const context = documentContext(project, names);
  const parts = { project, names, context, nested: nestedModels(project, context.index), reuse };
  const textsOf = modelTexts(parts);
  const endpoints = endpointSubjects(parts);
  const pathItems: Readonly<Record<string, PathItem>> = Object.assign({}, ...endpoints.map(endpointPaths));
  const section = (name: Section, more: object): PrintedSection =>
    new PrintedSection(name, [...textsOf(name), printMembers(name, more)]);
  const hasEndpoints = Object.keys(pathItems).length > 0;
  const served = project.models.filter(isServed);
  const hooked = hookedModels(project);
  // Members are evaluated in the order of the document, which is that of the pieces.
  return printDocument({
    openapi: "3.1.1",
    "x-cmgen": { format: EXTENSION_FORMAT },
    info: infoOf(project, config),
    servers: config.servers ?? [{ url: "/" }],
    security: config.security ?? [],
    tags: section("tags", endpoints.map(endpointTag)),
    paths: section("paths", pathItems),
    components: {
      schemas: schemasOf(parts, textsOf("schemas"), pathItems),
      responses: section("responses", {
        ...sharedResponses,
        ...problemResponses({ hasHooks: served.some((model) => hooked.has(model)), hasEndpoints }),
      }),
      parameters: section("parameters", sharedParameters),
      requestBodies: section("requestBodies", { Patch: patchBody }),
      headers: served.some(({ deprecated }) => deprecated !== undefined)
        ? { ...sharedHeaders, Warning: warningOfDeprecated }
        : sharedHeaders,
      ...(config.securitySchemes && { securitySchemes: config.securitySchemes }),
    },
  });
}

/** The schemas of models, what they and the endpoints refer to, and what all documents have. */
function schemasOf(
  parts: DocumentParts,
  ofModels: readonly string[],
  pathItems: Readonly<Record<string, PathItem>>,
): PrintedSection {
  const referred = referredTexts(parts, [...ofModels, printMembers("paths", pathItems)]);
  const hasEndpoints = Object.keys(pathItems).length > 0;
  const shared = sharedSchemas({ hasNestedModels: parts.nested.size > 0, hasEndpoints });
  return new PrintedSection("schemas", [...ofModels, ...referred, printMembers("schemas", shared)]);
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
