import type { ReferenceExtension, WholeIndex } from "../emit/openapi/resource-extension.js";
import type { IndexModel, Model, ModelPart, ReferenceModel } from "../model/model.js";
import type { DocumentPart, NamedParts } from "./document-parts.js";
import { type DocumentTypes, referenceTo } from "./document-types.js";
import { nowhere } from "./nowhere.js";
import type { ServiceResource } from "./read-document.js";

/** The model that a resource was generated from, as far as a client depends on it. */
export function documentModel(
  resource: ServiceResource,
  { schemas, partsOf }: NamedParts,
  types: DocumentTypes,
): Model {
  const { group, version, kind, plural, singular, deprecated, indexes, references = [] } = resource;
  const { description = "" } = schemas.get(resource.schemas.stored) ?? {};
  const { spec, status } = partsOf(resource);
  return {
    group,
    version,
    kind,
    plural,
    singular,
    documentation: { description },
    module: nowhere.file,
    ...(spec && { spec: partOf(spec, types) }),
    ...(status && { status: partOf(status, types) }),
    statusSubresource: false,
    ...(resource.served === false && { served: false }),
    ...(deprecated !== undefined && { deprecated }),
    indexes: indexes.map(indexOf),
    ...(references.length > 0 && { references: references.map(referenceOf) }),
    rules: [],
    steps: [],
    span: nowhere,
    attributeSpans: { group: nowhere, version: nowhere, kind: nowhere, plural: nowhere, singular: nowhere },
  };
}

function partOf({ schema, required, description }: DocumentPart, { nameOf }: DocumentTypes): ModelPart {
  return { type: referenceTo(nameOf(schema)), required, documentation: { description }, span: nowhere };
}

/** What an index holds is written down, so that it need not be found by its path. */
function indexOf({ name, type, values, multi = false, unique = false, order = "ASC" }: WholeIndex): IndexModel {
  const held = { valueType: type, ...(values !== undefined && values.length > 0 && { returnedValues: values }) };
  return { name, order, unique, multi, source: "function", path: [], position: -1, ...held, span: nowhere };
}

function referenceOf({ index, apiVersion, kind }: ReferenceExtension): ReferenceModel {
  return { index, apiVersion, kind, onDelete: "none", path: [], span: nowhere };
}
