import type { OpenApiServer, SecurityRequirement, SecurityScheme } from "../../config/openapi-config.js";
import type { JsonSchema } from "../../schema/json-schema.js";
import type { ComponentSection, Reference } from "./component-ref.js";
import type { ResourceExtension } from "./resource-extension.js";

/** The form of the extensions. A change that an older `cmgen client` would read wrongly gets another number. */
export const EXTENSION_FORMAT = 1;

/** The parts of an OpenAPI 3.1 document that are written here, in the order in which they are printed. */
export interface OpenApiDocument {
  readonly openapi: string;
  /** Says that `cmgen client` can make a client of the document, and by which form of the extensions. */
  readonly "x-cmgen": { readonly format: typeof EXTENSION_FORMAT };
  readonly info: Info;
  readonly servers: readonly OpenApiServer[];
  readonly security: readonly SecurityRequirement[];
  readonly tags: readonly Tag[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Components;
}

export interface Info {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly license?: { readonly name: string; readonly identifier: string };
}

export interface Tag {
  readonly name: string;
  readonly description: string;
  /** Of endpoints at a path of the plugin's own: that path. */
  readonly "x-cmgen-base"?: string;
}

export interface PathItem {
  readonly "x-cmgen-resource"?: ResourceExtension;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly get?: Operation;
  readonly head?: Operation;
  readonly post?: Operation;
  readonly put?: Operation;
  readonly patch?: Operation;
  readonly delete?: Operation;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: true;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses: Responses;
}

/** Keyed by status, or `default` for any other; a status as key sorts as a number does. */
export type Responses = Readonly<Record<string, Response | Reference>>;

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly description?: string;
  readonly required?: true;
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
}

export interface RequestBody {
  readonly description?: string;
  readonly required: true;
  readonly content: Content;
}

/** By media type. */
export type Content = Readonly<Record<string, MediaType>>;

export interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Content;
}

export interface Header {
  readonly description: string;
  readonly required?: true;
  readonly schema: JsonSchema;
}

export interface Components extends Readonly<Record<ComponentSection, object>> {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly responses: Readonly<Record<string, Response>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly requestBodies: Readonly<Record<string, RequestBody>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
}
