import type { SchemaError } from "./schema-error.js";

type Params = SchemaError["params"];

/** What a caller reads of a broken keyword; the validator's own words for those not listed. */
const MESSAGES: Readonly<Record<string, (params: Params) => string>> = {
  required: () => "is required",
  dependentRequired: (params) => `is required where ${text(params["property"])} is given`,
  additionalProperties: () => "is not a known field",
  unevaluatedProperties: () => "is not a known field",
  "false schema": () => "is not allowed",
  type: (params) => `must be ${typeNames(params["type"])}`,
  enum: (params) => `must be one of ${values(params["allowedValues"])}`,
  const: (params) => `must be ${text(params["allowedValue"])}`,
  pattern: (params) => `must match the pattern ${patternText(params["pattern"])}`,
  format: (params) => `must be of the format ${String(params["format"])}`,
  minLength: (params) => `must have at least ${count(params, "character")}`,
  maxLength: (params) => `must have at most ${count(params, "character")}`,
  minItems: (params) => `must have at least ${count(params, "item")}`,
  items: (params) => `must have at most ${count(params, "item")}`,
  maxItems: (params) => `must have at most ${count(params, "item")}`,
  minProperties: (params) => `must have at least ${count(params, "field")}`,
  maxProperties: (params) => `must have at most ${count(params, "field")}`,
  uniqueItems: (params) =>
    `must have no equal items (items ${String(params["j"])} and ${String(params["i"])} are equal)`,
  minimum: (params) => `must be ${String(params["limit"])} or more`,
  maximum: (params) => `must be ${String(params["limit"])} or less`,
  exclusiveMinimum: (params) => `must be more than ${String(params["limit"])}`,
  exclusiveMaximum: (params) => `must be less than ${String(params["limit"])}`,
  multipleOf: (params) => `must be a multiple of ${String(params["multipleOf"])}`,
  listKey: (params) => `must not have the same ${text(params["key"])} as item ${String(params["j"])}`,
  anyOf: ({ alternatives }) => `must be one of the alternatives${listed(alternatives)}`,
  oneOf: ({ alternatives }) => `must be exactly one of the alternatives${listed(alternatives)}`,
  not: () => "is not allowed",
};

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
};

/** Says in a few words, to stand after the field's path, what is wrong with it. */
export function messageOf(error: SchemaError): string {
  const message = Object.hasOwn(MESSAGES, error.keyword) ? MESSAGES[error.keyword] : undefined;
  const words = message?.(error.params) ?? `breaks ${error.keyword}`;
  return error.propertyName === undefined ? words : `has a name that ${words}`;
}

/** A pattern as it was declared: in the source of a regular expression slashes have a backslash. */
function patternText(pattern: unknown): string {
  return pattern instanceof RegExp ? pattern.source.replaceAll("\\/", "/") : String(pattern);
}

function listed(alternatives: unknown): string {
  return Array.isArray(alternatives) && alternatives.length > 0 ? `: ${alternatives.join("; ")}` : "";
}

function typeNames(type: unknown): string {
  const names = Array.isArray(type) ? type : String(type).split(",");
  return names.map((name) => TYPE_NAMES[String(name)] ?? String(name)).join(" or ");
}

function values(allowed: unknown): string {
  return Array.isArray(allowed) ? allowed.map(text).join(", ") : text(allowed);
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? "absent";
}

function count(params: Params, unit: string): string {
  const limit = params["limit"];
  return `${String(limit)} ${unit}${limit === 1 ? "" : "s"}`;
}
