import { isObject } from "../config/object-of.js";
import type { JsonSchema } from "../schema/json-schema.js";
import { DocumentError } from "./document-error.js";

/** How deep schemas may be nested. Deeper ones would use up the stack of whatever goes through them. */
const MAX_DEPTH = 100;

/** Keywords whose values are no schemas, with the type that the values must have. What is not listed says nothing about a TypeScript type. */
const plainKeywords: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: isText,
  description: isText,
  deprecated: (value) => value === true,
  type: (value) => isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText)),
  format: isText,
  const: isScalar,
  enum: (value) => Array.isArray(value) && value.length > 0 && value.every(isScalar),
  default: isScalar,
  required: (value) => Array.isArray(value) && value.every(isText),
};

const listKeywords = ["prefixItems", "allOf", "anyOf", "oneOf"];
const mapKeywords = ["properties", "patternProperties"];

/** What schemas are called in code, by their names in the document. */
export type SchemaNames = ReadonlyMap<string, string>;

/** Where a schema is, for errors, and what others are called that it refers to. */
export interface SchemaPlace {
  readonly place: string;
  readonly names: SchemaNames;
}

/**
 * The part of a document's schema that its TypeScript type depends on, and its documentation: nothing else of a document reaches what makes
 * code of it.
 *
 * @throws {DocumentError} if it refers to anything but a schema of the document, or is nested too deeply
 */
export function plainSchema(schema: unknown, at: SchemaPlace, depth = 0): JsonSchema {
  if (depth > MAX_DEPTH) throw new DocumentError(`${at.place} is nested more than ${MAX_DEPTH} levels deep.`);
  if (!isObject(schema)) return {};
  const within = (part: unknown): JsonSchema => plainSchema(part, at, depth + 1);
  const entries = Object.entries(schema).flatMap(([keyword, value]): (readonly [string, unknown])[] => {
    if (keyword === "$ref") return [[keyword, refPrefix + nameReferredTo(value, at)]];
    if (Object.hasOwn(plainKeywords, keyword))
      return plainKeywords[keyword]?.(value) === true ? [[keyword, value]] : [];
    if (listKeywords.includes(keyword)) return Array.isArray(value) ? [[keyword, value.map(within)]] : [];
    if (mapKeywords.includes(keyword)) return isObject(value) ? [[keyword, mapped(value, within)]] : [];
    if (keyword === "items" || keyword === "additionalProperties") {
      return [[keyword, typeof value === "boolean" ? value : within(value)]];
    }
    return [];
  });
  // Each keyword's value is what the keyword takes, as far as types depend on it.
  return Object.fromEntries(entries) as JsonSchema;
}

const refPrefix = "#/components/schemas/";

/** The name of the schema that a reference of a plain schema leads to. */
export function schemaNameOf(ref: string): string {
  return ref.slice(refPrefix.length);
}

/** The names of all schemas that a plain schema refers to. */
export function referredNames({
  $ref,
  properties = {},
  patternProperties = {},
  ...schema
}: JsonSchema): readonly string[] {
  const lists = [schema.prefixItems, schema.allOf, schema.anyOf, schema.oneOf, Object.values(properties)];
  const single = [schema.items, schema.additionalProperties];
  const parts = [...lists.flatMap((list) => list ?? []), ...Object.values(patternProperties), ...single];
  const own = $ref === undefined ? [] : [schemaNameOf($ref)];
  return [...own, ...parts.flatMap((part) => (typeof part === "object" ? referredNames(part) : []))];
}

function nameReferredTo(ref: unknown, { place, names }: SchemaPlace): string {
  const name = typeof ref === "string" && ref.startsWith(refPrefix) ? schemaNameOf(ref) : "";
  const known = names.get(name);
  if (known !== undefined) return known;
  throw new DocumentError(
    /^[\w.-]+$/.test(name)
      ? `${place} refers to ${name}, which components.schemas does not have.`
      : `${place} refers to ${JSON.stringify(ref)}. Only schemas of the same document can be referred to, as ${refPrefix}<name>.`,
  );
}

function mapped(value: Readonly<Record<string, unknown>>, change: (part: unknown) => JsonSchema): object {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part)]));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}
