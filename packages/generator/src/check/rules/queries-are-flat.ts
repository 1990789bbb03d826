import { diagnose } from "../../diagnostic/diagnose.js";
import { queryParameter, queryProperties } from "../../model/endpoint-types.js";
import type { Rule } from "../rule.js";

/** A query parameter is a text in an address: its type says which value the text means. */
export const queriesAreFlat: Rule = function* ({ project, lookup }) {
  const endpoints = project.endpoints.flatMap((module) => module.endpoints);
  for (const query of endpoints.flatMap(({ types }) => types?.query ?? [])) {
    const properties = queryProperties(lookup, query.type);
    if (properties === undefined) {
      yield diagnose("CM6106", query.span, {
        name: "query",
        problem: "its type is not an object with named properties",
      });
    }
    for (const { name, type, span } of properties ?? []) {
      if (queryParameter(lookup, type) !== undefined) continue;
      yield diagnose("CM6106", span, { name, problem: "a text does not say which value of its type it means" });
    }
  }
};
