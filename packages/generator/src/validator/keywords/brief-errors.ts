import type { CodeKeywordDefinition, KeywordCxt, Vocabulary } from "ajv";
import { _, type Code, type Name, strConcat } from "ajv/dist/compile/codegen/index.js";

import { functionNames } from "./function-names.js";

/**
 * The keyword, with errors reported in a line. Ajv writes eight for each, among them the error's place in the schema, which nothing
 * here reads: a third of a generated file.
 */
export function withBriefErrors(definition: Vocabulary[number]): Vocabulary[number] {
  if (typeof definition === "string" || !("code" in definition)) return definition;
  const brief: CodeKeywordDefinition = {
    ...definition,
    code(cxt, ruleType) {
      cxt.error = (_append, params) => reportError(cxt, params);
      definition.code(cxt, ruleType);
    },
  };
  return brief;
}

type Params = Parameters<KeywordCxt["setParams"]>[0];

function reportError(cxt: KeywordCxt, given: Params = cxt.params): void {
  const { gen, it, keyword, def } = cxt;
  const { errors, vErrors, instancePath } = functionNames;
  const own = cxt.params;
  cxt.setParams(given);
  const params = def.error?.params ?? _`{}`;
  const members: [Name | string, Code | string][] = [
    [instancePath, strConcat(instancePath, it.errorPath)],
    ["keyword", keyword],
    ["params", typeof params === "function" ? params(cxt) : params],
  ];
  if (it.propertyName !== undefined) members.push(["propertyName", it.propertyName]);
  cxt.setParams(own);
  const error = it.createErrors === false ? _`{}` : gen.object(...members);
  gen.code(_`(${vErrors} ??= []).push(${error})`).code(_`${errors}++`);
}
