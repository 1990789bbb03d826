import { API_VERSION_PATTERN, DNS_SUBDOMAIN_PATTERN, endpointBaseProblem } from "@cmgen/model/internal";

import { isObject } from "../config/object-of.js";
import type { EndpointMethod, EndpointModel, EndpointsModule, ModelPart } from "../model/model.js";
import { endpointText } from "../render/endpoint-groups.js";
import { typeIdentifierOf } from "../render/identifier.js";
import type { JsonSchema } from "../schema/json-schema.js";
import { baseOfPath } from "../hosted/served-bases.js";
import { DocumentError } from "./document-error.js";
import { type DocumentSchemas, nowhere } from "./document-schemas.js";
import type { ServiceResource } from "./read-document.js";

type JsonObject = Readonly<Record<string, unknown>>;

/** What a document says of its paths. */
export interface DocumentedPaths {
  readonly resources: readonly ServiceResource[];
  /** Paths of plugins' own that endpoints are below. */
  readonly ownBases: readonly string[];
}

const methods: readonly EndpointMethod[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * The custom endpoints (spec 4.3) among a document's paths, as the generator reads them from sources: what is below `/apis/<group>/<version>`
 * and is not a path of a resource, and what is below a path that a tag names.
 *
 * @throws {DocumentError} if a path cannot be called, or a schema cannot be used
 */
export function endpointsIn(
  paths: JsonObject,
  { resources, ownBases }: DocumentedPaths,
  schemas: DocumentSchemas,
): readonly EndpointsModule[] {
  const ofResources = new Set(resources.flatMap(pathsOf));
  const histories = resources.flatMap(pathsOf).map((path) => `${path}/history`);
  const isOfResource = (key: string): boolean =>
    ofResources.has(key) || histories.some((path) => key === path || key.startsWith(`${path}/`));
  return Object.entries(paths).flatMap(([key, item]): EndpointsModule[] => {
    const base = baseOfPath(key) ?? ownBases.find((own) => key.startsWith(`${own}/`));
    if (base === undefined || isOfResource(key) || !isObject(item)) return [];
    const path = key.slice(base.length);
    if (!isBase(base) || !isTemplate(path))
      throw new DocumentError(`The path ${JSON.stringify(key)} is not a path of an endpoint: ${base}/…`);
    const endpoints = methods.flatMap((method) => {
      const operation = item[method.toLowerCase()];
      return isObject(operation) ? [readOperation(operation, { method, path, key }, schemas)] : [];
    });
    return [{ module: nowhere.file, name: "endpoints", base, endpoints }];
  });
}

function pathsOf({ group, version, plural }: ServiceResource): readonly string[] {
  const collection = `/apis/${group}/${version}/${plural}`;
  return [collection, `${collection}/{name}`, `${collection}/{name}/status`];
}

function isBase(base: string): boolean {
  const [, root, group = "", version = ""] = base.split("/");
  if (root !== "apis") return endpointBaseProblem(base) === undefined;
  return new RegExp(DNS_SUBDOMAIN_PATTERN).test(group) && new RegExp(API_VERSION_PATTERN).test(version);
}

/** Segments that are a text or one parameter, as in `/people/{name}/cards`. */
function isTemplate(path: string): boolean {
  return /^(?:\/(?:[^/{}]+|\{[A-Za-z_]\w*\}))+$/.test(path);
}

interface OperationPlace {
  readonly method: EndpointMethod;
  /** Below the path that is common to all. */
  readonly path: string;
  /** The whole path. */
  readonly key: string;
}

function readOperation(
  operation: JsonObject,
  { method, path, key }: OperationPlace,
  schemas: DocumentSchemas,
): EndpointModel {
  const read = (schema: unknown, part: string): JsonSchema => schemas.plain(schema, `The ${part} of ${method} ${key}`);
  const parts = {
    body: mediaOf(operation["requestBody"]),
    query: querySchemaOf(operation["parameters"]),
    response: mediaOf(successOf(operation["responses"])),
  };
  const types = Object.entries(parts).flatMap(([part, schema]): [string, ModelPart][] => {
    if (schema === undefined) return [];
    const type = schemas.typeOf(read(schema, part), typeIdentifierOf(endpointText({ method, path }, part)));
    return [[part, { type, required: true, documentation: { description: "" }, span: nowhere }]];
  });
  return {
    method,
    path,
    documentation: {
      description: descriptionOf(operation),
      ...(operation["deprecated"] === true && { deprecated: true }),
    },
    ...(types.length > 0 && { types: Object.fromEntries(types) }),
    span: nowhere,
  };
}

/** The doc comment that the summary and the description were made of. An endpoint without one has its path as summary. */
function descriptionOf({ summary, description }: JsonObject): string {
  const sentence = typeof summary === "string" && !/^[A-Z]+ \//.test(summary) ? `${summary.replace(/\.$/, "")}.` : "";
  return [sentence, typeof description === "string" ? description : ""].filter((text) => text !== "").join("\n\n");
}

function successOf(responses: unknown): unknown {
  return Object.entries(isObject(responses) ? responses : {}).find(([status]) => /^2\d\d$/.test(status))?.[1];
}

/** The schema of a body of JSON; an answer of another form has no known type. */
function mediaOf(part: unknown): unknown {
  const content = isObject(part) && isObject(part["content"]) ? part["content"] : {};
  const media = content["application/json"];
  return isObject(media) ? (media["schema"] ?? {}) : undefined;
}

/** An object with a property for each parameter. */
function querySchemaOf(parameters: unknown): object | undefined {
  const own = (Array.isArray(parameters) ? parameters : []).filter(isQueryParameter);
  if (own.length === 0) return undefined;
  const properties = own.map(({ name, description, schema }) => [
    name,
    { ...(isObject(schema) ? schema : {}), ...(typeof description === "string" && { description }) },
  ]);
  const required = own.filter((parameter) => parameter.required === true).map(({ name }) => name);
  return { type: "object", properties: Object.fromEntries(properties) as object, required };
}

interface QueryParameter extends JsonObject {
  readonly name: string;
}

function isQueryParameter(value: unknown): value is QueryParameter {
  return isObject(value) && value["in"] === "query" && typeof value["name"] === "string";
}
