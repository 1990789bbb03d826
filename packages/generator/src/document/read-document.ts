import { createRequire } from "node:module";

import { violationsOf } from "@cmgen/model/internal";
import { isObject } from "../config/object-of.js";
import { EXTENSION_FORMAT } from "../emit/openapi/document.js";
import { type ResourceExtension, type WholeResource, wholeResource } from "../emit/openapi/resource-extension.js";
import type { EndpointsModule } from "../model/model.js";
import { endpointsIn } from "./document-endpoints.js";
import { ownBasesOf } from "../hosted/served-bases.js";
import { DocumentError } from "./document-error.js";
import { DocumentSchemas } from "./document-schemas.js";
import { resourceSchema } from "./resource-schema.js";

/** What a client is made of. */
export interface ServiceDocument {
  /** The service's name, for people. */
  readonly title: string;
  /** With the names that their schemas have in {@link schemas}. */
  readonly resources: readonly ServiceResource[];
  readonly endpoints: readonly EndpointsModule[];
  readonly schemas: DocumentSchemas;
}

/** A resource: what a path and its extension say. */
export type ServiceResource = WholeResource &
  ResourcePath & {
    /** That other resources refer to it, and the service has no routes of it. */
    readonly served?: false;
  };

interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

type JsonObject = Readonly<Record<string, unknown>>;

const require = createRequire(import.meta.url);

/**
 * Reads the OpenAPI document of a cmgen service. Everything that names come from is checked, and no more of it is taken over than a client is made of,
 * because the document may be anybody's.
 *
 * @throws {DocumentError} if it is not JSON, not of a cmgen service, of a release that says too little, or contradicts itself
 */
export function readDocument(text: string): ServiceDocument {
  const document = parsed(text);
  assertFormat(document);
  const { info } = document;
  const paths = objectIn(document, "paths");
  const schemas = new DocumentSchemas(objectIn(objectIn(document, "components"), "schemas"));
  const served = resourcesIn(paths).map((resource) => withSchemas(resource, schemas));
  const resources = [...served, ...referredTo(served, schemas)];
  assertDistinct(resources);
  const endpoints = endpointsIn(paths, { resources: served, ownBases: ownBasesOf(document) }, schemas);
  const title = isObject(info) && typeof info["title"] === "string" ? info["title"] : "a service";
  return { title, resources, endpoints, schemas };
}

function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isObject(value) ? value : {};
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (error) {
    const start = text.trimStart();
    const hint = start.startsWith("<") ? " It looks like a web page: give the address of openapi.json." : "";
    const reason = error instanceof Error ? error.message : String(error);
    throw new DocumentError(`The document is not JSON: ${reason}.${hint}`, { cause: error });
  }
  throw new DocumentError("The document is not a JSON object, as an OpenAPI document is.");
}

function assertFormat(document: JsonObject): void {
  if (typeof document["openapi"] !== "string" || !document["openapi"].startsWith("3.")) {
    throw new DocumentError("The document is not OpenAPI 3: it has no `openapi` with such a version.");
  }
  const extension = document["x-cmgen"];
  if (!isObject(extension)) {
    const isOurs = Object.hasOwn(objectIn(objectIn(document, "components"), "schemas"), "StoredObjectMeta");
    throw new DocumentError(
      isOurs
        ? "The document was written by an older release of cmgen, which does not say what clients need. Generate the service again with this release."
        : "The document is not of a cmgen service: it has no `x-cmgen`. For other services use openapi-typescript.",
    );
  }
  if (extension["format"] !== EXTENSION_FORMAT) {
    const found = JSON.stringify(extension["format"]) ?? "none";
    throw new DocumentError(
      `The document's \`x-cmgen\` has the format ${found}, but this release reads ${EXTENSION_FORMAT}. Use the release of cmgen that the service was made with.`,
    );
  }
}

/** Sorted, so that the order of a document does not matter. */
function resourcesIn(paths: JsonObject): readonly ServiceResource[] {
  const { default: Ajv } = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const check = new Ajv({ strict: false, logger: false }).compile<ResourceExtension & ResourcePath>(resourceSchema);
  const resources = Object.entries(paths).flatMap(([path, item]) => {
    const extension: unknown = isObject(item) ? item["x-cmgen-resource"] : undefined;
    if (extension === undefined) return [];
    const [, group, version, plural] = /^\/apis\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    const resource: unknown = isObject(extension) ? { ...extension, group, version, plural } : extension;
    if (check(resource)) return [wholeResource(resource)];
    const [problem] = violationsOf(check.errors ?? []);
    throw new DocumentError(
      `The x-cmgen-resource of ${JSON.stringify(path)} is wrong: ${problem?.path} ${problem?.message}.`,
    );
  });
  if (resources.length === 0)
    throw new DocumentError("The document has no resource (`x-cmgen-resource`) to make a client of.");
  const key = ({ group, version, kind }: ServiceResource): string => `${group} ${version} ${kind}`;
  return resources.toSorted((left, right) => (key(left) < key(right) ? -1 : 1));
}

/** A resource with the names that its schemas have here. */
function withSchemas(resource: ServiceResource, schemas: DocumentSchemas): ServiceResource {
  const nameOf = (name: string): string => {
    const own = schemas.nameOf(name);
    if (own !== undefined) return own;
    throw new DocumentError(`${resource.kind} has the schema ${name}, which components.schemas does not have.`);
  };
  const { input, stored } = resource.schemas;
  return { ...resource, schemas: { input: nameOf(input), stored: nameOf(stored) } };
}

/** What references lead to beside the resources: found by what the schemas of its objects say of themselves. */
function referredTo(served: readonly ServiceResource[], schemas: DocumentSchemas): readonly ServiceResource[] {
  const keyOf = (apiVersion: unknown, kind: unknown): string => `${String(apiVersion)} ${String(kind)}`;
  const known = new Set(served.map(({ group, version, kind }) => keyOf(`${group}/${version}`, kind)));
  const inputs = new Map(
    [...schemas.all].map(([name, { properties = {} }]) => [
      keyOf(properties["apiVersion"]?.const, properties["kind"]?.const),
      name,
    ]),
  );
  return served
    .flatMap(({ references = [] }) => references)
    .flatMap(({ apiVersion, kind }) => {
      const key = keyOf(apiVersion, kind);
      if (known.has(key)) return [];
      known.add(key);
      const input = inputs.get(key);
      if (input === undefined)
        throw new DocumentError(`A reference leads to ${kind} of ${apiVersion}, which has no schema.`);
      const [group = "", version = ""] = apiVersion.split("/");
      const name = kind.toLowerCase();
      const names = { group, version, kind, plural: name, singular: name };
      return [{ ...names, schemas: { input, stored: input }, indexes: [], served: false as const }];
    });
}

/** Files and functions are named after these. */
function assertDistinct(resources: readonly ServiceResource[]): void {
  for (const attribute of ["kind", "plural", "singular"] as const) {
    const seen = new Set<string>();
    for (const resource of resources) {
      const name = `${resource[attribute]} of ${resource.version}`;
      if (seen.has(name)) throw new DocumentError(`The document has two resources with the ${attribute} ${name}.`);
      seen.add(name);
    }
  }
}
