import type { KeywordCxt, KeywordDefinition } from "ajv";
import { _, nil, strConcat } from "ajv/dist/compile/codegen/index.js";

import { inlineRef } from "ajv/dist/compile/resolve.js";

import type { Surroundings } from "../surroundings.js";
import { functionNames } from "./function-names.js";

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
      if (inlineRef(schema, MOST_COPIED_KEYWORDS)) copySchema(cxt, schema);
      else callCheck(cxt, outside);
    },
  };
}

function copySchema(cxt: KeywordCxt, schema: object): void {
  const { gen } = cxt;
  const valid = gen.name("valid");
  const topSchemaRef = gen.scopeValue("schema", { ref: schema, code: nil });
  cxt.subschema({ schema, topSchemaRef, schemaPath: nil, errSchemaPath: cxt.schema as string }, valid);
  cxt.ok(valid);
}

function callCheck(cxt: KeywordCxt, outside: Surroundings): void {
  const { gen, data, it } = cxt;
  const { instancePath, vErrors, errors } = functionNames;
  const check = outside.check(gen, cxt.schema as string);
  const context = gen.object([instancePath, strConcat(instancePath, it.errorPath)]);
  cxt.pass(_`${check}(${data}, ${context})`, () => {
    gen.assign(vErrors, _`${outside.runtime(gen, "appendErrors")}(${vErrors}, ${check}.errors)`);
    gen.assign(errors, _`${vErrors}.length`);
  });
}
