import {
  API_VERSION_PATTERN,
  DNS_SUBDOMAIN_PATTERN,
  INDEX_NAME_PATTERN,
  KIND_PATTERN,
  nameLimits,
  RESOURCE_NAME_PATTERN,
} from "@cmgen/model/internal";

import { scalarShapes } from "../model/scalars.js";

const text = { type: "string" };
const resourceName = { type: "string", pattern: RESOURCE_NAME_PATTERN, maxLength: nameLimits.resourceName };
const indexName = { type: "string", pattern: INDEX_NAME_PATTERN, maxLength: nameLimits.indexName };
const kind = { type: "string", pattern: KIND_PATTERN, maxLength: nameLimits.kind };

/** `<group>/<version>`. */
const apiVersionPattern = `${DNS_SUBDOMAIN_PATTERN.replace(/\$$/, "")}/${API_VERSION_PATTERN.replace(/^\^/, "")}`;

/**
 * JSON Schema of `x-cmgen-resource` with what its path says. Its names become names of files and of types, so they have the forms that a declaration's have. What a
 * newer release of the same format adds is let through.
 */
export const resourceSchema = {
  type: "object",
  required: ["group", "version", "kind", "plural"],
  properties: {
    group: { type: "string", pattern: DNS_SUBDOMAIN_PATTERN, maxLength: nameLimits.group },
    version: { type: "string", pattern: API_VERSION_PATTERN, maxLength: nameLimits.apiVersion },
    kind,
    plural: resourceName,
    singular: resourceName,
    deprecated: text,
    schemas: { type: "object", required: ["input", "stored"], properties: { input: text, stored: text } },
    indexes: {
      type: "array",
      items: {
        type: "object",
        required: ["name"],
        properties: {
          name: indexName,
          type: { enum: scalarShapes.filter((shape) => shape !== "null") },
          values: { type: "array", items: { type: ["string", "number", "boolean"] } },
          multi: { type: "boolean" },
          unique: { type: "boolean" },
          ci: { type: "boolean" },
          search: { type: "boolean" },
          order: { enum: ["ASC", "DESC"] },
        },
      },
    },
    references: {
      type: "array",
      items: {
        type: "object",
        required: ["index", "apiVersion", "kind"],
        properties: { index: indexName, apiVersion: { type: "string", pattern: apiVersionPattern }, kind },
      },
    },
  },
};
