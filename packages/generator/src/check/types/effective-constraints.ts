import type { TypeLookup } from "../../model/type-at-path.js";
import type { Constraints, TagSpans, Type } from "../../model/type.js";

/** The constraints of a type with those of the aliases it stands for; the nearest win. */
export interface EffectiveConstraints {
  readonly constraints: Constraints;
  readonly tagSpans: TagSpans;
}

export function effectiveConstraints(lookup: TypeLookup, type: Type, depth = 0): EffectiveConstraints {
  const { constraints, tagSpans = {} } = type;
  const named = type.shape === "ref" && depth < 100 ? lookup.typeNamed(type.name) : undefined;
  if (named === undefined) return { constraints, tagSpans };
  const base = effectiveConstraints(lookup, named.type, depth + 1);
  return { constraints: { ...base.constraints, ...constraints }, tagSpans: { ...base.tagSpans, ...tagSpans } };
}
