import type { Constraints } from "../model/type.js";

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
