import { createRequire } from "node:module";

import type { JsonSchema } from "../schema/json-schema.js";
import { referredNames } from "./plain-schema.js";

/** What is used of the bundle; see scripts/openapi-types.mjs. */
interface OpenapiTypes {
  transformSchema(document: object, context: object): unknown;
  astToString(nodes: unknown): string;
  resolveRef(document: object, ref: string, options: { readonly silent: boolean }): unknown;
}

const require = createRequire(import.meta.url);

/**
 * TypeScript of schemas and of all that they refer to, by openapi-typescript: an interface `components` with a member for each. It is given
 * nothing but plain schemas.
 *
 * @throws {Error} if the package was not built
 */
export function schemaTypes(roots: readonly string[], schemas: ReadonlyMap<string, JsonSchema>): string {
  const used = new Set(roots);
  for (const name of used) for (const other of referredNames(schemas.get(name) ?? {})) used.add(other);
  const entries = [...used].toSorted().map((name) => [name, schemas.get(name) ?? {}] as const);
  const document = { openapi: "3.1.1", components: { schemas: Object.fromEntries(entries) } };
  // Boundary: the bundle has no types of its own.
  const bundle: OpenapiTypes = require("#openapi-types");
  const context = {
    ...defaults,
    resolve: (ref: string) => bundle.resolveRef(document, ref, { silent: true }),
  };
  const text = bundle.astToString(bundle.transformSchema(document, context));
  // Without paths there are no operations, and what is empty need not be exported.
  return text.replace(/^export type (?:paths|webhooks|operations|\$defs) = Record<string, never>;\n/gm, "");
}

/** openapi-typescript's own defaults, but that a property with a default may be left out. */
const defaults = {
  additionalProperties: false,
  alphabetize: false,
  arrayLength: false,
  defaultNonNullable: false,
  discriminators: { objects: {}, refsHandled: [] },
  emptyObjectsUnknown: false,
  enum: false,
  enumValues: false,
  conditionalEnums: false,
  dedupeEnums: false,
  excludeDeprecated: false,
  exportType: false,
  immutable: false,
  injectFooter: [],
  pathParamsAsTypes: false,
  propertiesRequiredByDefault: false,
  rootTypes: false,
  silent: true,
  makePathsEnum: false,
  generatePathParams: false,
  readWriteMarkers: false,
};
