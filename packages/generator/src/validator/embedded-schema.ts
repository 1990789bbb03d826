import { createRequire } from "node:module";

import type { Violation } from "@cmgen/model";
import { violationsOf } from "@cmgen/model/internal";
import type { AnySchema, ValidateFunction } from "ajv";
import type Ajv2020 from "ajv/dist/2020.js";

import { knownFormats } from "../model/formats.js";
import type { Json } from "../model/type.js";

const require = createRequire(import.meta.url);

/** Problems of one schema that are reported at once; a few show where to look. */
const MOST_PROBLEMS = 3;

/** Keywords that would do nothing in a schema inside a document, or that would need a place that the author cannot know. */
const refused = [
  ..."$schema $id $ref $defs $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary $comment".split(
    " ",
  ),
  ..."definitions dependencies unevaluatedItems unevaluatedProperties contentEncoding contentMediaType contentSchema".split(
    " ",
  ),
];

/** The meta-schema of 2020-12, which is OpenAPI 3.1's, without what cannot be used in `@schema`; at every depth. */
const metaSchema = {
  $id: "embedded-schema",
  $dynamicAnchor: "meta",
  $ref: "https://json-schema.org/draft/2020-12/schema",
  type: ["object", "boolean"],
  properties: {
    ...Object.fromEntries(refused.map((keyword) => [keyword, false])),
    format: { enum: Object.keys(knownFormats) },
    pattern: { format: "pattern" },
    patternProperties: { propertyNames: { format: "pattern" } },
    enum: { minItems: 1 },
  },
  patternProperties: { "^x-": true },
  // Ajv finds these among the properties that were evaluated: every object has them.
  propertyNames: { not: { enum: Object.getOwnPropertyNames(Object.prototype) } },
  unevaluatedProperties: false,
} as const satisfies AnySchema;

/**
 * What keeps `value` from being a schema that can stand in a document and be compiled, as the end of a sentence; undefined if nothing
 * does. Checked with the meta-schema first, and then compiled in Ajv's strict mode, which finds keywords that never apply.
 */
export function embeddedSchemaProblem(value: Json): string | undefined {
  const { isSchema, strictProblems } = (checker ??= createChecker());
  const problems = isSchema(value) ? strictProblems(value as AnySchema) : metaProblems(violationsOf(isSchema.errors));
  return problems.length === 0 ? undefined : problems.slice(0, MOST_PROBLEMS).join("; ");
}

interface Checker {
  readonly isSchema: ValidateFunction;
  /** What strict mode objects to. */
  readonly strictProblems: (schema: AnySchema) => readonly string[];
}

/** Made when the first `@schema` is read: compiling the meta-schema takes a tenth of a second. */
let checker: Checker | undefined;

function createChecker(): Checker {
  const found: string[] = [];
  const ajv = createStrictAjv((message) => found.push(message));
  const isSchema = ajv.compile(metaSchema);
  const strictProblems = (schema: AnySchema): readonly string[] => {
    found.length = 0;
    try {
      ajv.compile(typeof schema === "boolean" ? schema : structuredClone(schema));
    } catch (error) {
      found.push(error instanceof Error ? error.message : String(error));
    }
    // The meta-schema has refused keywords that nobody knows; what is left of them are extensions.
    return found.filter((message) => !message.startsWith("unknown keyword"));
  };
  return { isSchema, strictProblems };
}

function createStrictAjv(warn: (message: string) => void): Ajv2020.default {
  const { default: Ajv } = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const ajv = new Ajv({
    // Reported to the logger and not thrown, so that all of it is reported.
    strict: "log",
    // Common idioms: `anyOf` of several `required`, types in a list, tuples that may be longer.
    strictRequired: false,
    strictTuples: false,
    allowUnionTypes: true,
    allErrors: true,
    ownProperties: true,
    validateSchema: false,
    logger: { log() {}, error() {}, warn: (message: string) => warn(message.replace("strict mode: ", "")) },
  });
  for (const [name, type] of Object.entries(knownFormats)) {
    ajv.addFormat(name, type === "number" ? { type, validate: () => true } : { type, validate: () => true });
  }
  ajv.addFormat("pattern", isPattern);
  return ajv;
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, "u") instanceof RegExp;
  } catch {
    // That it does not compile is the answer.
    return false;
  }
}

/** The first problem of each place: the others follow from it. */
function metaProblems(violations: readonly Violation[]): readonly string[] {
  const places = new Map<string, string>();
  for (const { path, keyword, message } of violations) {
    if (places.has(path)) continue;
    const isRefused = keyword === "unevaluatedProperties" || keyword === "false schema" || keyword === "not";
    const words = keyword === "format" ? "must be a regular expression" : message;
    places.set(
      path,
      `${path === "" ? "the schema" : path} ${isRefused ? "is not a keyword that can be used here" : words}`,
    );
  }
  return [...places.values()];
}
