import {
  GENERATE_NAME_PATTERN,
  nameLimits,
  OBJECT_NAME_PATTERN,
  QUALIFIED_NAME_PATTERN,
  STORABLE_TEXT_PATTERN,
} from "../naming/patterns.js";
import { GENERATED_SUFFIX_LENGTH } from "../naming/generated-name.js";

/** A JSON Schema (2020-12), as OpenAPI 3.1 embeds it. Plain data: change a copy, never the constant. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

const qualifiedName = {
  type: "string",
  minLength: 1,
  maxLength: nameLimits.qualifiedName,
  pattern: QUALIFIED_NAME_PATTERN,
};

const properties = {
  name: {
    type: "string",
    description: "Unique identifier of the object within its resource.",
    minLength: 1,
    maxLength: nameLimits.objectName,
    pattern: OBJECT_NAME_PATTERN,
  },
  uid: {
    type: "string",
    description:
      "Given by the service when the object is created; never changes, and is never given twice. An update that supplies another uid fails.",
  },
  creationTimestamp: {
    type: "string",
    description: "Set by the service when the object is created; never changes.",
    format: "date-time",
  },
  version: {
    type: "integer",
    description:
      "Optimistic lock: 1 on create, or one more than the last where the name was deleted lately; one more on every stored change. An update that supplies another version fails.",
  },
  lastChangedBy: { type: "string", description: "Who made the last change." },
  deletionTimestamp: {
    type: "string",
    description: "Present once the object is declared as deleted; it stays readable until its finalizers are gone.",
    format: "date-time",
  },
  finalizers: {
    type: "array",
    description: "While any is left the object is not reclaimed.",
    items: qualifiedName,
    maxItems: nameLimits.finalizers,
    uniqueItems: true,
  },
  labels: {
    type: "object",
    description: "Used for querying objects. A key is `<prefix>/<name>`, the prefix a DNS subdomain.",
    propertyNames: qualifiedName,
    additionalProperties: { type: "string", maxLength: nameLimits.labelValue, pattern: STORABLE_TEXT_PATTERN },
    maxProperties: nameLimits.labels,
  },
  annotations: {
    type: "object",
    description: "Free extension information, at most 256 KiB in all. Keys are formed like those of labels.",
    propertyNames: qualifiedName,
    additionalProperties: { type: "string" },
  },
} as const;

/** JSON Schema of `ObjectMeta`: an object embedded in another's `spec`. */
export const objectMetaSchema: JsonSchema = {
  type: "object",
  properties,
  required: ["name"],
  additionalProperties: false,
};

/** JSON Schema of `StoredObjectMeta`: what the service answers. */
export const storedObjectMetaSchema: JsonSchema = {
  type: "object",
  properties,
  required: ["name", "uid", "creationTimestamp", "version"],
  additionalProperties: false,
};

/** JSON Schema of `ObjectMetaInput`: what a caller sends. */
export const objectMetaInputSchema: JsonSchema = {
  type: "object",
  properties: {
    ...properties,
    generateName: {
      type: "string",
      description: "Prefix of a name that the service completes with a random suffix, where `name` is absent.",
      minLength: 1,
      maxLength: nameLimits.objectName - GENERATED_SUFFIX_LENGTH,
      pattern: GENERATE_NAME_PATTERN,
    },
  },
  additionalProperties: false,
};
