import type { KeywordDefinition } from "ajv";
import { _Code as SourceCode } from "ajv/dist/compile/codegen/code.js";
import { _, type Code, type CodeGen, Name, stringify } from "ajv/dist/compile/codegen/index.js";

import type { Json } from "../../model/type.js";
import { jsonExpression } from "./json-expression.js";

/** Functions of the runtime that the code below calls; the compiler wants something to hold, and never calls it. */
const runtimeFunctions = { repeatedItem: () => undefined, repeatedKey: () => undefined, equal: () => false };

/**
 * Keywords about single values. `enum` keeps its values in a constant of their own; `uniqueItems` and `listKey` (no two objects
 * of a list have the same key) take linear time.
 */
export function valueKeywords(): readonly KeywordDefinition[] {
  return [
    {
      keyword: "enum",
      schemaType: "array",
      error: { message: "", params: ({ params }) => _`{allowedValues: ${params["values"]}}` },
      code(cxt) {
        const { gen, data } = cxt;
        const allowed = cxt.schema as readonly Json[];
        const expression = jsonExpression(allowed);
        const values = gen.scopeValue("obj", { key: expression, ref: allowed, code: new SourceCode(expression) });
        cxt.setParams({ values });
        cxt.pass(isOneOf(gen, { data, values, allowed }));
      },
    },
    {
      keyword: "uniqueItems",
      type: "array",
      schemaType: "boolean",
      error: { message: "", params: ({ params }) => _`${params["repeated"]}` },
      code(cxt) {
        if (cxt.schema !== true) return;
        const find = runtimeFunction(cxt.gen, "repeatedItem");
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
        const find = runtimeFunction(cxt.gen, "repeatedKey");
        const repeated = cxt.gen.const("repeated", _`${find}(${cxt.data}, ${cxt.schema as string})`);
        cxt.setParams({ repeated });
        cxt.fail(_`${repeated} !== undefined`);
      },
    },
  ];
}

interface Membership {
  readonly data: Name;
  readonly values: Name;
  readonly allowed: readonly Json[];
}

function isOneOf(gen: CodeGen, { data, values, allowed }: Membership): Code {
  if (allowed.every((value) => typeof value !== "object" || value === null)) return _`${values}.includes(${data})`;
  return _`${values}.some((value) => ${runtimeFunction(gen, "equal")}(value, ${data}))`;
}

function runtimeFunction(gen: CodeGen, name: keyof typeof runtimeFunctions): Name {
  return gen.scopeValue("func", { ref: runtimeFunctions[name], code: _`${new Name(name)}` });
}
