import { partsOf } from "../../model/map-type.js";
import type { TypeLookup } from "../../model/type-at-path.js";
import type { Type } from "../../model/type.js";
import { isUnreadable } from "./is-unreadable.js";

/** Whether the reader could read all of a type, whatever it refers to. What it could not read it has reported. */
export function isWholeType(root: Type, lookup: TypeLookup): boolean {
  const reached = new Set([root]);
  // A set goes through what is added to it on the way.
  for (const type of reached) {
    if (isUnreadable(type)) return false;
    const parts = type.shape === "ref" || type.shape === "model" ? referredTypes(type, lookup) : partsOf(type);
    if (parts === undefined) return false;
    for (const part of parts) reached.add(part);
  }
  return true;
}

/** Undefined if the type does not exist. */
function referredTypes(
  type: Extract<Type, { shape: "ref" | "model" }>,
  lookup: TypeLookup,
): readonly Type[] | undefined {
  if (type.shape === "model") {
    const model = lookup.modelOf(type);
    return model && [model.spec, model.status].flatMap((part) => part?.type ?? []);
  }
  const named = lookup.typeNamed(type.name);
  return named && [named.type];
}
