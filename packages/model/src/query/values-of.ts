import type { AllIndexes, Conditions, ValueOf, ValuesOf } from "./condition.js";
import { printKey } from "../selector/print-term.js";
import { printConditions } from "./print-conditions.js";

/** A resource whose objects can be selected, such as a generated client. */
export interface SelectableResource<Indexes> {
  readonly type: { readonly group: string; readonly plural: string };
  /** Never there: lets TypeScript infer the indexes. */
  readonly "~indexes"?: Indexes;
}

/**
 * The values that the selected objects of another type have in an index, for the conditions `in` and `notIn`:
 *
 *     articles.list({ where: { "spec.author": { in: valuesOf(follows, "spec.followee", { "spec.follower": "ann" }) } } })
 *
 * Lists and counts can be asked by it, but neither watches nor caches: what they select would change without a change of an object.
 */
export function valuesOf<Indexes, const Name extends keyof AllIndexes<Indexes> & string>(
  { type }: SelectableResource<Indexes>,
  key: Name,
  where: Conditions<keyof AllIndexes<NoInfer<Indexes>> & string, AllIndexes<NoInfer<Indexes>>> = {},
): ValuesOf<ValueOf<AllIndexes<Indexes>, Name>> {
  return { "~selects": `${type.plural}.${type.group}(${printConditions(where)}).${printKey(key, true)}` };
}
