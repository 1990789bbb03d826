import { _, type Code, type KeywordDefinition, type Name, stringify } from "ajv";

import { knownFormats } from "../../model/formats.js";
import type { Json } from "../../model/type.js";
import { jsonExpression } from "../../render/json-expression.js";
import type { Surroundings } from "../surroundings.js";
import { member, pattern, source } from "./code-parts.js";

/**
 * Keywords about single values. `enum` keeps its values in a constant of their own; `format` is checked by the runtime's functions;
 * lengths are counted where units do not tell; `uniqueItems` and `listKey` (no two objects of a list have the same key) take linear time.
 */
export function valueKeywords(outside: Surroundings): readonly KeywordDefinition[] {
  return [
    {
      keyword: "enum",
      schemaType: "array",
      error: { message: "", params: ({ params }) => _`{allowedValues: ${params["values"]}}` },
      code(cxt) {
        const { gen, data } = cxt;
        const allowed = cxt.schema as readonly Json[];
        const expression = jsonExpression(allowed);
        const values = gen.scopeValue("obj", { key: expression, ref: allowed, code: source(expression) });
        cxt.setParams({ values });
        const equal = (): Code => outside.runtime("equal");
        cxt.pass(isOneOf(data, { values, allowed, equal }));
      },
    },
    {
      keyword: "format",
      type: ["number", "string"],
      schemaType: "string",
      error: { message: "", params: ({ schemaCode }) => _`{format: ${schemaCode}}` },
      code(cxt, type) {
        const name = cxt.schema as string;
        if (!isKnownFormat(name) || knownFormats[name] !== type) return;
        cxt.pass(_`${outside.runtime("formats")}${member(name)}(${cxt.data})`);
      },
    },
    {
      keyword: "pattern",
      type: "string",
      schemaType: "string",
      error: { message: "", params: ({ params }) => _`{pattern: ${params["expression"]}}` },
      code(cxt) {
        const expression = pattern(cxt, cxt.schema as string);
        cxt.setParams({ expression });
        cxt.pass(_`${expression}.test(${cxt.data})`);
      },
    },
    lengthKeywords(outside),
    ...repetitionKeywords(outside),
  ];
}

/**
 * Lengths count code points, of which a text has at most as many as units, and at least half as many. Counting takes most of the time
 * of a check, and is rarely needed.
 */
function lengthKeywords(outside: Surroundings): KeywordDefinition {
  return {
    // Ajv defines both in one, and ours takes the place of that.
    keyword: ["maxLength", "minLength"],
    type: "string",
    schemaType: "number",
    error: { message: "", params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    code(cxt) {
      const limit = cxt.schema as number;
      const units = _`${cxt.data}.length`;
      const counted = (): Code => _`${outside.runtime("ucs2length")}(${cxt.data})`;
      if (cxt.keyword === "maxLength") cxt.fail(_`${units} > ${limit} && ${counted()} > ${limit}`);
      // One unit is one code point.
      else if (limit <= 1) cxt.fail(_`${units} < ${limit}`);
      else cxt.fail(_`${units} < ${limit} || (${units} < ${limit * 2} && ${counted()} < ${limit})`);
    },
  };
}

function repetitionKeywords(outside: Surroundings): readonly KeywordDefinition[] {
  return [
    {
      keyword: "uniqueItems",
      type: "array",
      schemaType: "boolean",
      error: { message: "", params: ({ params }) => _`${params["repeated"]}` },
      code(cxt) {
        if (cxt.schema !== true) return;
        const find = outside.runtime("repeatedItem");
        const repeated = cxt.gen.const("repeated", _`${find}(${cxt.data})`);
        cxt.setParams({ repeated });
        cxt.fail(_`${repeated} !== undefined`);
      },
    },
    {
      keyword: "listKey",
      type: "array",
      schemaType: "string",
      error: { message: "", params: ({ params, schema }) => _`{key: ${stringify(schema)}, ...${params["repeated"]}}` },
      code(cxt) {
        const find = outside.runtime("repeatedKey");
        const repeated = cxt.gen.const("repeated", _`${find}(${cxt.data}, ${cxt.schema as string})`);
        cxt.setParams({ repeated });
        cxt.fail(_`${repeated} !== undefined`);
      },
    },
  ];
}

interface Membership {
  readonly values: Name;
  readonly allowed: readonly Json[];
  readonly equal: () => Code;
}

function isOneOf(data: Name, { values, allowed, equal }: Membership): Code {
  if (allowed.every((value) => typeof value !== "object" || value === null)) return _`${values}.includes(${data})`;
  return _`${values}.some((value) => ${equal()}(value, ${data}))`;
}

function isKnownFormat(name: string): name is keyof typeof knownFormats {
  return Object.hasOwn(knownFormats, name);
}
