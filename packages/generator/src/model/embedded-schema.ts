import { knownFormats } from "./formats.js";
import type { Json } from "./type.js";

/** What a keyword's value has to be; says what is wrong with one that is not, as the end of a sentence. */
type KeywordRule = (value: Json, keyword: string) => string | undefined;

const types = ["null", "boolean", "integer", "number", "string", "array", "object"];

const anything: KeywordRule = () => undefined;
const text: KeywordRule = (value, keyword) => wrongUnless(typeof value === "string", keyword, "a text");
const flag: KeywordRule = (value, keyword) => wrongUnless(typeof value === "boolean", keyword, "true or false");
const number: KeywordRule = (value, keyword) => wrongUnless(typeof value === "number", keyword, "a number");
const count: KeywordRule = (value, keyword) =>
  wrongUnless(typeof value === "number" && Number.isInteger(value) && value >= 0, keyword, "a whole number, 0 or more");
const list: KeywordRule = (value, keyword) => wrongUnless(isList(value), keyword, "a list");
const texts: KeywordRule = (value, keyword) =>
  wrongUnless(isList(value) && value.every((item) => typeof item === "string"), keyword, "a list of texts");
const schema: KeywordRule = (value) => embeddedSchemaProblem(value);
const schemas: KeywordRule = (value, keyword) =>
  isList(value) && value.length > 0 ? firstProblem(value) : `"${keyword}" is no list of schemas`;
const schemasByName: KeywordRule = (value, keyword) =>
  isObject(value) ? firstProblem(Object.values(value)) : `"${keyword}" is no object of schemas`;
const schemasByPattern: KeywordRule = (value, keyword) =>
  (isObject(value)
    ? Object.keys(value)
        .map((key) => pattern(key, keyword))
        .find(Boolean)
    : undefined) ?? schemasByName(value, keyword);
const pattern: KeywordRule = (value, keyword) =>
  wrongUnless(typeof value === "string" && isPattern(value), keyword, "a regular expression");

const rules: Readonly<Record<string, KeywordRule>> = {
  type: (value) => {
    const named = isList(value) ? value : [value];
    return wrongUnless(
      named.length > 0 && named.every((name) => types.includes(String(name))),
      "type",
      `one of ${types.join(", ")}`,
    );
  },
  const: anything,
  enum: list,
  format: (value) =>
    wrongUnless(typeof value === "string" && Object.hasOwn(knownFormats, value), "format", "a format that is known"),
  pattern,
  minLength: count,
  maxLength: count,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: (value) => wrongUnless(typeof value === "number" && value > 0, "multipleOf", "a number above 0"),
  items: schema,
  prefixItems: schemas,
  contains: schema,
  minContains: count,
  maxContains: count,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  properties: schemasByName,
  patternProperties: schemasByPattern,
  additionalProperties: schema,
  propertyNames: schema,
  required: texts,
  dependentRequired: (value, keyword) =>
    isObject(value)
      ? Object.values(value)
          .map((names) => texts(names, keyword))
          .find(Boolean)
      : `"${keyword}" is no object`,
  dependentSchemas: schemasByName,
  minProperties: count,
  maxProperties: count,
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  not: schema,
  if: schema,
  // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema; nobody awaits the table.
  then: schema,
  else: schema,
  title: text,
  description: text,
  default: anything,
  examples: list,
  deprecated: flag,
  readOnly: flag,
  writeOnly: flag,
};

/**
 * What keeps `value` from being a schema that can stand in a document and be compiled, as the end of a sentence; `undefined` where
 * nothing does. References are refused: what they would be relative to is no file of the author's.
 */
export function embeddedSchemaProblem(value: Json): string | undefined {
  if (typeof value === "boolean") return undefined;
  if (!isObject(value)) return "a schema is an object, true or false";
  for (const [keyword, content] of Object.entries(value)) {
    if (keyword.startsWith("x-")) continue;
    const rule = Object.hasOwn(rules, keyword) ? rules[keyword] : undefined;
    const problem = rule === undefined ? `"${keyword}" is no keyword that can be used here` : rule(content, keyword);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function firstProblem(values: readonly Json[]): string | undefined {
  return values.map(embeddedSchemaProblem).find((problem) => problem !== undefined);
}

function wrongUnless(isRight: boolean, keyword: string, wanted: string): string | undefined {
  return isRight ? undefined : `"${keyword}" is not ${wanted}`;
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, "u") instanceof RegExp;
  } catch {
    // That it does not compile is the answer.
    return false;
  }
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !isList(value);
}
