import type { ReferenceExtension, WholeIndex } from "../emit/openapi/resource-extension.js";
import { partDescriptions } from "../emit/openapi/shared-schemas.js";
import type { IndexModel, Model, ModelPart, ReferenceModel } from "../model/model.js";
import { type DocumentSchemas, nowhere } from "./document-schemas.js";
import { schemaNameOf } from "./plain-schema.js";
import type { ServiceResource } from "./read-document.js";

/** The model that a resource was generated from, as far as a client depends on it. */
export function documentModel(resource: ServiceResource, schemas: DocumentSchemas): Model {
  const { group, version, kind, plural, singular, served, deprecated, indexes, references = [] } = resource;
  const spec = partOf("spec", resource, schemas);
  const status = partOf("status", resource, schemas);
  const storedTypes = storedTypesOf(resource, schemas);
  return {
    group,
    version,
    kind,
    plural,
    singular,
    documentation: { description: schemas.all.get(resource.schemas.stored)?.description ?? "" },
    module: nowhere.file,
    ...(spec && { spec }),
    ...(status && { status }),
    statusSubresource: false,
    storedTypes,
    ...(isWhole(resource, schemas) && {
      secretParts: (["spec", "status"] as const).filter((name) => storedTypes[name] !== undefined),
    }),
    ...(served === false && { served }),
    ...(deprecated !== undefined && { deprecated }),
    indexes: indexes.map(indexOf),
    ...(references.length > 0 && { references: references.map(referenceOf) }),
    hasCheck: false,
    steps: [],
    span: nowhere,
    attributeSpans: { group: nowhere, version: nowhere, kind: nowhere, plural: nowhere, singular: nowhere },
  };
}

function partOf(
  name: "spec" | "status",
  { kind, schemas: { input } }: ServiceResource,
  schemas: DocumentSchemas,
): ModelPart | undefined {
  const { properties = {}, required = [] } = schemas.all.get(input) ?? {};
  if (!Object.hasOwn(properties, name)) return undefined;
  const { description = partDescriptions[name], ...schema } = properties[name] ?? {};
  const type = schemas.typeOf(schema, `${kind}${name === "spec" ? "Spec" : "Status"}`);
  return { type, required: required.includes(name), documentation: { description }, span: nowhere };
}

/** Whether the schema of a stored object is not that of what is sent and more: then something that is sent is not answered. */
function isWhole({ schemas: { input, stored } }: ServiceResource, schemas: DocumentSchemas): boolean {
  const { allOf = [] } = schemas.all.get(stored) ?? {};
  return input !== stored && !allOf.some(({ $ref }) => $ref !== undefined && schemaNameOf($ref) === input);
}

/** What the schema of a stored object declares again. */
function storedTypesOf(
  { kind, schemas: { stored } }: ServiceResource,
  schemas: DocumentSchemas,
): NonNullable<Model["storedTypes"]> {
  const { properties = {} } = schemas.all.get(stored) ?? {};
  const typeOf = (name: "spec" | "status", wanted: string): NonNullable<Model["storedTypes"]> => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return schema === undefined ? {} : { [name]: schemas.typeOf(schema, wanted) };
  };
  return { ...typeOf("spec", `Stored${kind}Spec`), ...typeOf("status", `Stored${kind}Status`) };
}

/** What an index holds is written down, so that it need not be found by its path. */
function indexOf({ name, type, values, search, multi = false, unique = false, order = "ASC" }: WholeIndex): IndexModel {
  const held = {
    valueType: type,
    ...(search === true && { search }),
    ...(values !== undefined && values.length > 0 && { returnedValues: values }),
  };
  return { name, order, unique, multi, source: "function", path: [], position: -1, ...held, span: nowhere };
}

function referenceOf({ index, apiVersion, kind }: ReferenceExtension): ReferenceModel {
  return { index, apiVersion, kind, onDelete: "none", path: [], span: nowhere };
}
