import { API_VERSION_PATTERN, DNS_SUBDOMAIN_PATTERN } from "@cmgen/model";

import { isObject } from "../config/object-of.js";
import type { JsonSchema } from "../schema/json-schema.js";
import type { EndpointMethod } from "../model/model.js";
import { DocumentError } from "./document-error.js";
import { plainSchema } from "./plain-schema.js";
import type { ServiceResource } from "./read-document.js";

/** A custom endpoint (spec 4.3) that a document describes. Without a `response` its answer is not JSON of a known type. */
export interface ServiceEndpoint {
  /** `<group>/<version>`. */
  readonly apiVersion: string;
  readonly method: EndpointMethod;
  /** The path template below `/apis/<group>/<version>`. */
  readonly path: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly body?: JsonSchema;
  /** An object with a property for each parameter. */
  readonly query?: JsonSchema;
  readonly response?: JsonSchema;
}

type JsonObject = Readonly<Record<string, unknown>>;

const methods: readonly EndpointMethod[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * The endpoints among a document's paths: what is below `/apis/<group>/<version>` and is not a path of a resource.
 *
 * @throws {DocumentError} if a path cannot be called
 */
export function endpointsIn(paths: JsonObject, resources: readonly ServiceResource[]): readonly ServiceEndpoint[] {
  const ofResources = new Set(resources.flatMap(pathsOf));
  return Object.entries(paths).flatMap(([key, item]) => {
    const [, group = "", version = "", path] = /^\/apis\/([^/]+)\/([^/]+)(\/.+)$/s.exec(key) ?? [];
    if (path === undefined || ofResources.has(key) || !isObject(item)) return [];
    if (!isGroupVersion(group, version) || !isTemplate(path)) {
      throw new DocumentError(
        `The path ${JSON.stringify(key)} is not a path of an endpoint: /apis/<group>/<version>/…`,
      );
    }
    return methods.flatMap((method) => {
      const operation = item[method.toLowerCase()];
      const place = `${method} ${key}`;
      return isObject(operation)
        ? [{ apiVersion: `${group}/${version}`, method, path, ...readOperation(operation, place) }]
        : [];
    });
  });
}

function pathsOf({ group, version, plural }: ServiceResource): readonly string[] {
  const collection = `/apis/${group}/${version}/${plural}`;
  return [collection, `${collection}/{name}`, `${collection}/{name}/status`];
}

function isGroupVersion(group: string, version: string): boolean {
  return new RegExp(DNS_SUBDOMAIN_PATTERN).test(group) && new RegExp(API_VERSION_PATTERN).test(version);
}

/** Segments that are a text or one parameter, as in `/people/{name}/cards`. */
function isTemplate(path: string): boolean {
  return /^(?:\/(?:[^/{}]+|\{[A-Za-z_]\w*\}))+$/.test(path);
}

function readOperation(operation: JsonObject, place: string): Omit<ServiceEndpoint, "apiVersion" | "method" | "path"> {
  const body = jsonSchemaOf(operation["requestBody"], `The body of ${place}`);
  const query = querySchemaOf(operation["parameters"], `The query of ${place}`);
  const response = jsonSchemaOf(successOf(operation["responses"]), `The response of ${place}`);
  return {
    description: descriptionOf(operation),
    deprecated: operation["deprecated"] === true,
    ...(body && { body }),
    ...(query && { query }),
    ...(response && { response }),
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

function jsonSchemaOf(part: unknown, place: string): JsonSchema | undefined {
  const content = isObject(part) && isObject(part["content"]) ? part["content"] : {};
  const media = content["application/json"];
  return isObject(media) ? plainSchema(media["schema"], place) : undefined;
}

function querySchemaOf(parameters: unknown, place: string): JsonSchema | undefined {
  const own = (Array.isArray(parameters) ? parameters : []).filter(isQueryParameter);
  if (own.length === 0) return undefined;
  const properties = own.map(({ name, description, schema }): readonly [string, JsonSchema] => [
    name,
    { ...plainSchema(schema, place), ...(typeof description === "string" && { description }) },
  ]);
  const required = own.filter((parameter) => parameter.required === true).map(({ name }) => name);
  return { type: "object", properties: Object.fromEntries(properties), required };
}

interface QueryParameter extends JsonObject {
  readonly name: string;
}

function isQueryParameter(value: unknown): value is QueryParameter {
  return isObject(value) && value["in"] === "query" && typeof value["name"] === "string";
}
