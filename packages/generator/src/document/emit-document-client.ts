import { clientFiles } from "../emit/client/emit-client.js";
import { reactFiles } from "../emit/react/emit-react.js";
import type { GeneratedFile } from "../emitter/emitter.js";
import { headerOf } from "../render/header.js";
import { documentModel } from "./document-model.js";
import { namedParts } from "./document-parts.js";
import { documentTypes } from "./document-types.js";
import { namedEndpoints } from "./named-endpoints.js";
import { documentTypesFiles, schemasModule } from "./emit-document-types.js";
import type { ServiceDocument } from "./read-document.js";
import { schemaTypes } from "./schema-types.js";

/** The client of a service, made from its OpenAPI document alone. It has the files, the names and the types of the client that `cmgen generate` writes. */
export function emitDocumentClient(document: ServiceDocument, react = false): readonly GeneratedFile[] {
  const parts = namedParts(document);
  const ofModels = document.resources.flatMap((resource) =>
    Object.values(parts.partsOf(resource)).map(({ schema }) => schema),
  );
  const endpoints = namedEndpoints(document.endpoints, parts.schemas);
  const { schemas } = endpoints;
  const roots = [...ofModels, ...endpoints.roots];
  const types = documentTypes(roots, schemas);
  const models = document.resources.map((resource) => documentModel(resource, parts, types));
  const project = { models, types: types.types, endpoints: endpoints.modulesOf(types.nameOf) };
  const header = headerOf(`the OpenAPI document of ${document.title}`, "cmgen client");
  return [
    { path: schemasModule, contents: `${header}\n${schemaTypes(roots, schemas)}` },
    ...documentTypesFiles(project, types, header),
    ...clientFiles(project, () => header),
    ...(react ? reactFiles(project, () => header) : []),
  ];
}
