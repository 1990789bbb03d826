import { diagnose } from "../../diagnostic/diagnose.js";
import { alternatives, type TypeLookup } from "../../model/type-at-path.js";
import type { Property, Type } from "../../model/type.js";
import type { Rule } from "../rule.js";

/** What may not change in a list's items needs a key that says which item is which: items move and go. */
export const immutableItemsAreKeyed: Rule = function* ({ properties, lookup }) {
  const reported = new Set<Property>();
  for (const { type, listKey, name: list } of properties) {
    if (listKey !== undefined) continue;
    for (const property of itemProperties(lookup, type)) {
      if (property.immutable !== true || reported.has(property)) continue;
      reported.add(property);
      yield diagnose("CM4011", property.tagSpans?.immutable ?? property.span, { name: property.name, list });
    }
  }
};

function itemProperties(lookup: TypeLookup, type: Type): readonly Property[] {
  return alternatives(lookup, type)
    .flatMap((list) => (list.shape === "array" ? alternatives(lookup, list.items) : []))
    .flatMap((item) => (item.shape === "object" ? item.properties : []));
}
