import { clientFiles } from "../emit/client/emit-client.js";
import { reactFiles } from "../emit/react/emit-react.js";
import type { GeneratedFile } from "../emitter/emitter.js";
import { typesOfEndpoint } from "../model/endpoint-types.js";
import { headerOf } from "../render/header.js";
import { partTypesOf } from "../schema/type-index.js";
import { documentModel } from "./document-model.js";
import { documentTypesFiles, schemasModule } from "./emit-document-types.js";
import type { ServiceDocument } from "./read-document.js";
import { schemaTypes } from "./schema-types.js";

/**
 * The client of a service, made from its OpenAPI document alone. It has the files, the names and the types of the client that `cmgen generate`
 * writes.
 */
export function emitDocumentClient(document: ServiceDocument, react = false): readonly GeneratedFile[] {
  const { resources, endpoints, schemas, title } = document;
  const models = resources.map((resource) => documentModel(resource, schemas));
  const ofEndpoints = endpoints.flatMap((module) => module.endpoints.flatMap(typesOfEndpoint));
  const types = schemas.typesFrom([...models.flatMap(partTypesOf), ...ofEndpoints]);
  const project = { models, types, endpoints };
  const header = headerOf(`the OpenAPI document of ${title}`, "cmgen client");
  const names = types.map(({ name }) => name);
  return [
    { path: schemasModule, contents: `${header}\n${schemaTypes(names, schemas.all)}` },
    ...documentTypesFiles(project, header),
    ...clientFiles(project, () => header),
    ...(react ? reactFiles(project, () => header) : []),
  ];
}
