import { parsePointer } from "@cmgen/model";

import { diagnose } from "../../diagnostic/diagnose.js";
import type { Model } from "../../model/model.js";
import { alternatives, type TypeLookup } from "../../model/type-at-path.js";
import type { Type } from "../../model/type.js";
import type { Rule } from "../rule.js";

/** The path of a rule is a JSON Pointer to something a caller can fix: violations are reported there. */
export const rulePathsExist: Rule = function* ({ models, lookup }) {
  for (const model of models) {
    for (const { path, span } of model.rules) {
      const problem = problemWith(lookup, model, path);
      if (problem !== undefined) yield diagnose("CM5009", span, { path, problem });
    }
  }
};

function problemWith(lookup: TypeLookup, model: Model, path: string): string | undefined {
  try {
    const [part, ...rest] = parsePointer(path);
    // The envelope's own fields are there in every object.
    if (part === undefined || part === "metadata") return undefined;
    const declared = part === "spec" ? model.spec : part === "status" ? model.status : undefined;
    return declared === undefined ? `there is no \`${part}\`` : missingIn(lookup, declared.type, rest);
  } catch (error) {
    if (error instanceof SyntaxError) return "it is no JSON Pointer, which starts with `/`";
    throw error;
  }
}

function missingIn(lookup: TypeLookup, root: Type, segments: readonly string[]): string | undefined {
  let types: readonly Type[] = [root];
  for (const segment of segments) {
    const next = types.flatMap((type) => alternatives(lookup, type)).flatMap((type) => valuesAt(type, segment));
    if (next.length === 0) return `there is no \`${segment}\` in it`;
    types = next;
  }
  return undefined;
}

/** The types of what a segment of a pointer can lead to. */
function valuesAt(type: Type, segment: string): readonly Type[] {
  switch (type.shape) {
    case "object": {
      const property = type.properties.find(({ name }) => name === segment);
      return property?.type ? [property.type] : type.additional ? [type.additional] : [];
    }
    case "record":
      return [type.values];
    case "array":
      return isPosition(segment) ? [type.items] : [];
    case "tuple": {
      const item = isPosition(segment) ? (type.items[Number(segment)] ?? type.rest) : undefined;
      return item === undefined ? [] : [item];
    }
    case "json":
    case "model":
      return [{ shape: "json", schema: true, constraints: {}, span: type.span }];
    default:
      return [];
  }
}

function isPosition(segment: string): boolean {
  return /^(?:0|[1-9]\d*|-)$/.test(segment);
}
