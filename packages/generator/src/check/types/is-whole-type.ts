import type { TypeLookup } from "../../model/type-at-path.js";
import { TypeSearch } from "../../model/type-search.js";
import type { Type } from "../../model/type.js";

/** Whether the reader has reported what stands here: rules leave it alone, so that one mistake is not told twice. */
export function isUnreadable(type: Type): boolean {
  return type.shape === "json" && type.schema === false;
}

/** Whether the reader could read all of a type, whatever it refers to. What it could not read it has reported. */
export function isWholeType(root: Type, lookup: TypeLookup): boolean {
  const leadsNowhere = (type: Type): boolean =>
    (type.shape === "ref" && lookup.typeNamed(type.name) === undefined) ||
    (type.shape === "model" && lookup.modelOf(type) === undefined);
  return !new TypeSearch({ lookup, isSought: (type) => isUnreadable(type) || leadsNowhere(type) }).bears(root);
}
