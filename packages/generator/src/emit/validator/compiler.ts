import { createRequire } from "node:module";

import type { Ajv2020 as Ajv } from "ajv/dist/2020.js";

import { knownFormats } from "../../model/formats.js";
import { alternativeKeywords } from "./alternative-keywords.js";
import { valueKeywords } from "./value-keywords.js";

const require = createRequire(import.meta.url);

/**
 * An Ajv that compiles schemas of one project to source. What differs from Ajv's defaults: every violation is found; only own
 * properties count, so that `__proto__` and `toString` are names like others; keywords whose code would take quadratic time, name
 * the numbers of Ajv's variables in data, or report a union as the complaints of all its members have code of ours.
 */
export function createCompiler(): Ajv {
  const { Ajv2020, _ } = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const ajv = new Ajv2020({
    allErrors: true,
    ownProperties: true,
    // Schemas are ours or have been checked: what strict mode would object to is meant. But no number is NaN or Infinity.
    strict: false,
    strictNumbers: true,
    logger: false,
    multipleOfPrecision: 9,
    // References name schemas added here, so nothing is looked for in meta-schemas, and small ones are compiled in place.
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    inlineRefs: 6,
    messages: false,
    code: {
      source: true,
      lines: true,
      optimize: false,
      formats: _`formats`,
      // What is compiled is written and never run here, so nothing is spent on making functions of it.
      process: () => "return () => true",
    },
  });
  // Bookkeeping for keywords that no schema here has.
  Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false });
  for (const [name, type] of Object.entries(knownFormats)) {
    ajv.addFormat(name, type === "number" ? { type, validate: () => true } : { type, validate: () => true });
  }
  for (const definition of [...valueKeywords(), ...alternativeKeywords()]) {
    if (ajv.getKeyword(definition.keyword as string)) ajv.removeKeyword(definition.keyword as string);
    ajv.addKeyword(definition);
  }
  return ajv;
}
