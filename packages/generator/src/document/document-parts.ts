import { uniqueNames } from "../render/unique-names.js";
import { partDescriptions } from "../emit/openapi/shared-schemas.js";
import type { JsonSchema } from "../schema/json-schema.js";
import { schemaNameOf } from "./plain-schema.js";
import type { ServiceDocument, ServiceResource } from "./read-document.js";

/** `spec` or `status` of a resource's objects. */
export interface DocumentPart {
  /** The name of its schema. */
  readonly schema: string;
  readonly required: boolean;
  readonly description: string;
}

/** The parts of each resource's objects, and all schemas: what a part says in place is among them under a name. */
export interface NamedParts {
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly partsOf: (resource: ServiceResource) => { readonly spec?: DocumentPart; readonly status?: DocumentPart };
}

export function namedParts({ resources, schemas: given }: ServiceDocument): NamedParts {
  const schemas = new Map(given);
  const partOf = (resource: ServiceResource, name: "spec" | "status"): DocumentPart | undefined => {
    const { input } = resource.schemas;
    const { properties = {}, required = [] } = schemas.get(input) ?? {};
    if (!Object.hasOwn(properties, name)) return undefined;
    const { $ref, description = partDescriptions[name], ...rest } = properties[name] ?? {};
    const common = { required: required.includes(name), description };
    if ($ref !== undefined) return { ...common, schema: schemaNameOf($ref) };
    const wanted = `${resource.kind}${name === "spec" ? "Spec" : "Status"}`;
    const [schema = wanted] = uniqueNames([wanted], [...schemas.keys()]);
    schemas.set(schema, rest);
    return { ...common, schema };
  };
  const parts = new Map(
    resources.map((resource) => {
      const [spec, status] = [partOf(resource, "spec"), partOf(resource, "status")];
      return [resource, { ...(spec && { spec }), ...(status && { status }) }];
    }),
  );
  return { schemas, partsOf: (resource) => parts.get(resource) ?? {} };
}
