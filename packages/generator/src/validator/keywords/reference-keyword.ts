import { _, type KeywordCxt, type KeywordDefinition, nil } from "ajv";

import type { Surroundings } from "../surroundings.js";
import { functionNames, placeOf } from "./code-parts.js";

/** Schemas with more keywords than this are called and not copied to where they are referred to. */
const MOST_COPIED_KEYWORDS = 6;

/**
 * A `$ref` to a named schema. Ajv's own makes a new array of errors with each call that fails, which takes quadratic time for a list
 * of bad items; this one appends to the array.
 */
export function referenceKeyword(outside: Surroundings): KeywordDefinition {
  return {
    keyword: "$ref",
    schemaType: "string",
    code(cxt) {
      const reference = cxt.schema as string;
      const schema = outside.target(reference);
      if (keywordsIn(schema) <= MOST_COPIED_KEYWORDS) copySchema(cxt, schema);
      else callCheck(cxt, outside);
    },
  };
}

/** How many keywords and names a schema has; none that refers to another is small. */
function keywordsIn(schema: unknown): number {
  if (typeof schema !== "object" || schema === null) return 0;
  if (Array.isArray(schema)) return schema.reduce((sum: number, item) => sum + keywordsIn(item), 0);
  return Object.entries(schema).reduce(
    (sum, [keyword, value]) => sum + 1 + (keyword === "$ref" ? Infinity : keywordsIn(value)),
    0,
  );
}

function copySchema(cxt: KeywordCxt, schema: object): void {
  const { gen } = cxt;
  const valid = gen.name("valid");
  const topSchemaRef = gen.scopeValue("schema", { ref: schema, code: nil });
  cxt.subschema({ schema, topSchemaRef, schemaPath: nil, errSchemaPath: cxt.schema as string }, valid);
  cxt.ok(valid);
}

function callCheck(cxt: KeywordCxt, outside: Surroundings): void {
  const { gen, data } = cxt;
  const { instancePath, vErrors, errors } = functionNames;
  const check = outside.check(cxt.schema as string);
  const context = gen.object([instancePath, placeOf(cxt)]);
  cxt.pass(_`${check}(${data}, ${context})`, () => {
    gen.assign(vErrors, _`${outside.runtime("appendErrors")}(${vErrors}, ${check}.errors)`);
    gen.assign(errors, _`${vErrors}.length`);
  });
}
