import { createRequire } from "node:module";

import type { KeywordDefinition, Vocabulary } from "ajv";
import type Ajv from "ajv/dist/core.js";

import { withBriefErrors } from "./keywords/brief-errors.js";
import { alternativeKeywords } from "./keywords/alternative-keywords.js";
import { containerKeywords } from "./keywords/container-keywords.js";
import { objectKeywords } from "./keywords/object-keywords.js";
import { referenceKeyword } from "./keywords/reference-keyword.js";
import { valueKeywords } from "./keywords/value-keywords.js";
import type { Surroundings } from "./surroundings.js";

const require = createRequire(import.meta.url);

/**
 * An Ajv for the schemas of declared types, which makes text of them. What differs from Ajv's defaults: every violation is found; only own
 * properties count, so that `__proto__` and `toString` are names like others; and some keywords have code of our own, each for a reason that
 * is given beside it.
 */
export function createCompiler(outside: Surroundings): Ajv.default {
  // Not Ajv's own class for 2020-12: it brings keywords along, which cannot be replaced in their places.
  const { default: AjvCore } = require("ajv/dist/core.js") as typeof import("ajv/dist/core.js");
  const ajv = new AjvCore({
    allErrors: true,
    ownProperties: true,
    // Schemas are ours or have been checked: what strict mode would object to is meant. But no number is NaN or Infinity.
    strict: false,
    strictNumbers: true,
    logger: false,
    multipleOfPrecision: 9,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    messages: false,
    // `minContains`, `maxContains` and the dependent keywords.
    next: true,
    // The functions are written to a file: none is made here.
    code: { source: true, lines: true, process: () => "return () => true" },
  });
  ajv.addVocabulary(vocabularyOf(outside));
  typesFirst(ajv);
  return ajv;
}

/** Puts the check of the type in front: Ajv has keywords that are for every type behind those for numbers and texts. */
function typesFirst({ RULES }: Ajv.default): void {
  const group = RULES.rules.find(({ type }) => type === undefined);
  const at = group?.rules.findIndex(({ keyword }) => keyword === "jsonType") ?? -1;
  RULES.rules.unshift({ rules: group?.rules.splice(at, 1) ?? [] });
}

/** Keywords of 2020-12 that cannot occur: `@schema` refuses them, and nothing else writes them. */
const unused: readonly string[] = ["$dynamicAnchor", "$dynamicRef", "$recursiveAnchor", "$recursiveRef"];

/** JSON Schema 2020-12 in Ajv's order, which is the order of errors, with our keywords in the places of Ajv's and the rest behind. */
function vocabularyOf(outside: Surroundings): Vocabulary {
  // The keywords as a list: their order is that of the errors.
  const { default: draft2020 } = require("ajv/dist/vocabularies/draft2020.js") as {
    readonly default: readonly Vocabulary[];
  };
  const own = new Map<string, KeywordDefinition>();
  for (const definition of [
    referenceKeyword(outside),
    ...objectKeywords(outside),
    ...containerKeywords(outside),
    ...valueKeywords(outside),
    ...alternativeKeywords(outside),
  ]) {
    own.set(String(definition.keyword), definition);
  }
  const standard = draft2020.flat().map((definition) => own.get(nameOf(definition)) ?? definition);
  const known = new Set(standard.map(nameOf));
  const added = [...own].flatMap(([name, definition]) => (known.has(name) ? [] : [definition]));
  return [...standard.filter((definition) => !unused.includes(nameOf(definition))), ...added].map((definition) =>
    withBriefErrors(definition, outside),
  );
}

function nameOf(definition: Vocabulary[number]): string {
  return String(typeof definition === "string" ? definition : definition.keyword);
}
