import { constraintNames, type Constraints } from "../model/type.js";
import type { JsonSchema } from "./json-schema.js";

/** Constraints as keywords of a schema: same names, same values, one order. */
export function constraintKeywords(constraints: Constraints): JsonSchema {
  // Most types have none.
  if (Object.keys(constraints).length === 0) return {};
  return Object.fromEntries(
    constraintNames.flatMap((keyword) => (constraints[keyword] === undefined ? [] : [[keyword, constraints[keyword]]])),
  );
}

/**
 * A whole number is one that a double holds exactly: past 2^53 − 1 two numbers of a document can be one in memory. The bounds are
 * written out where the declaration sets none, so that every validator of the document holds them.
 */
export function integerKeywords(constraints: Constraints): JsonSchema {
  const hasMinimum = constraints.minimum !== undefined || constraints.exclusiveMinimum !== undefined;
  const hasMaximum = constraints.maximum !== undefined || constraints.exclusiveMaximum !== undefined;
  return constraintKeywords({
    ...constraints,
    ...(!hasMinimum && { minimum: Number.MIN_SAFE_INTEGER }),
    ...(!hasMaximum && { maximum: Number.MAX_SAFE_INTEGER }),
  });
}

const lower: readonly (keyof Constraints)[] = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const upper: readonly (keyof Constraints)[] = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];

/**
 * Whether constraints that override others allow no more than those do. Then both together say the same as the overriding ones
 * alone, and a reference to the type that has the others can stand beside them.
 */
export function isTightening(overriding: Constraints, overridden: Constraints): boolean {
  return Object.keys(overriding).every((key) => {
    const keyword = key as keyof Constraints;
    const [own, other] = [overriding[keyword], overridden[keyword]];
    if (other === undefined || own === other) return true;
    if (typeof own !== "number" || typeof other !== "number") return own === true;
    return (lower.includes(keyword) && own >= other) || (upper.includes(keyword) && own <= other);
  });
}
