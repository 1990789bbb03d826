import { endpointText } from "../render/endpoint-groups.js";
import type { JsonSchema } from "../schema/json-schema.js";
import type { EndpointModel, EndpointsModule, ModelPart } from "../model/model.js";
import { typeIdentifiers } from "../render/identifier.js";
import type { ServiceEndpoint } from "./document-endpoints.js";
import { isObjectOfModel, referenceTo } from "./document-types.js";
import { nowhere } from "./nowhere.js";
import { schemaNameOf } from "./plain-schema.js";

/** Endpoints whose parts have names, and all schemas: what a part says in place is among them under a name. */
export interface NamedEndpoints {
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  /** The names of the schemas of the endpoints' parts. */
  readonly roots: readonly string[];
  /** The endpoints as the generator reads them from sources. */
  readonly modulesOf: (nameOf: (schema: string) => string) => readonly EndpointsModule[];
}

const parts = ["body", "query", "response"] as const;

/** Names of schemas, by part. */
type PartSchemas = { readonly [Part in (typeof parts)[number]]?: string };

export function namedEndpoints(
  endpoints: readonly ServiceEndpoint[],
  given: ReadonlyMap<string, JsonSchema>,
): NamedEndpoints {
  const schemas = new Map(given);
  const schemaNameFor = (endpoint: ServiceEndpoint, part: (typeof parts)[number]): string | undefined => {
    const schema = endpoint[part];
    if (schema === undefined) return undefined;
    const referred = schema.$ref === undefined ? undefined : schemaNameOf(schema.$ref);
    if (referred !== undefined && !isObjectOfModel(schemas.get(referred))) return referred;
    const [name = part] = typeIdentifiers([endpointText(endpoint, part)], [...schemas.keys()]);
    schemas.set(name, schema);
    return name;
  };
  const named = endpoints.map((endpoint): readonly [ServiceEndpoint, PartSchemas] => [
    endpoint,
    Object.fromEntries(
      parts.flatMap((part) => {
        const name = schemaNameFor(endpoint, part);
        return name === undefined ? [] : [[part, name]];
      }),
    ),
  ]);
  return {
    schemas,
    roots: named.flatMap(([, names]) => Object.values(names)),
    modulesOf: (nameOf) =>
      named.map(([endpoint, names]) => ({
        module: nowhere.file,
        name: "endpoints",
        apiVersion: endpoint.apiVersion,
        endpoints: [endpointModel(endpoint, names, nameOf)],
      })),
  };
}

function endpointModel(
  { method, path, description, deprecated }: ServiceEndpoint,
  names: PartSchemas,
  nameOf: (schema: string) => string,
): EndpointModel {
  const types = Object.entries(names).map(([part, schema]): readonly [string, ModelPart] => [
    part,
    { type: referenceTo(nameOf(schema)), required: true, documentation: { description: "" }, span: nowhere },
  ]);
  return {
    method,
    path,
    documentation: { description, ...(deprecated && { deprecated }) },
    ...(types.length > 0 && { types: Object.fromEntries(types) }),
    span: nowhere,
  };
}
