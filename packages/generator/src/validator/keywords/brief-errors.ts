import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, type Vocabulary } from "ajv";

import type { Surroundings } from "../surroundings.js";
import { functionNames, placeOf } from "./code-parts.js";

type Params = Parameters<KeywordCxt["setParams"]>[0];

/**
 * The keyword, with errors reported by a function of the runtime, each in a row. Ajv writes eight for each, among them the error's place in
 * the schema, which nothing here reads.
 */
export function withBriefErrors(definition: Vocabulary[number], outside: Surroundings): Vocabulary[number] {
  if (typeof definition === "string" || !("code" in definition)) return definition;
  const brief: CodeKeywordDefinition = {
    ...definition,
    code(cxt, ruleType) {
      cxt.error = (_append, params) => cxt.gen.code(reportOf(cxt, outside, params));
      definition.code(cxt, ruleType);
    },
  };
  return brief;
}

/** The statement that reports what a keyword found. Where nobody will read the error, it only counts. */
export function reportOf(cxt: KeywordCxt, outside: Surroundings, given: Params = cxt.params): Code {
  const { it, def } = cxt;
  // To readers, our keyword for types is JSON Schema's.
  const told = cxt.keyword === "jsonType" ? "type" : cxt.keyword;
  const { errors, vErrors } = functionNames;
  if (it.createErrors === false) return _`${errors} = (${vErrors} ??= []).push({})`;
  const own = cxt.params;
  cxt.setParams(given);
  const params = def.error?.params ?? _`{}`;
  const text = typeof params === "function" ? params(cxt) : params;
  cxt.setParams(own);
  const name = it.propertyName === undefined ? _`` : _`, ${it.propertyName}`;
  const report = outside.runtime("report");
  return _`${errors} = ${report}(${vErrors} ??= [], ${placeOf(cxt)}, ${told}, ${text}${name})`;
}
