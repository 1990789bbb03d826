import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";

export function hasFlags({ flags }: ts.Type, wanted: ts.TypeFlags): boolean {
  return (flags & wanted) !== 0;
}

/** The members of a union, or the type itself; `NoInfer` says nothing of values. */
export function partsOf(type: ts.Type): readonly ts.Type[] {
  if (hasFlags(type, compiler.TypeFlags.Substitution)) return partsOf((type as ts.SubstitutionType).baseType);
  return type.isUnion() ? type.types : [type];
}

/** The members of a union that a value can have: `undefined` has no form in JSON. */
export function definiteParts(type: ts.Type): readonly ts.Type[] {
  return partsOf(type).filter((part) => !hasFlags(part, compiler.TypeFlags.Undefined));
}

/** Whether the compiler could not tell what a type is: to its API such a type is `any`. */
export function isUnknownType(type: ts.Type): boolean {
  if (!hasFlags(type, compiler.TypeFlags.Any)) return false;
  const { intrinsicName } = type as ts.Type & { readonly intrinsicName?: string };
  return type.aliasSymbol !== undefined || intrinsicName === "error" || intrinsicName === "unresolved";
}

/** The arguments that a type was made of its declaration with. */
export function typeArgumentsOf({ checker }: Pick<Reader, "checker">, type: ts.Type): readonly ts.Type[] {
  const isReference = ((type as ts.ObjectType).objectFlags & compiler.ObjectFlags.Reference) !== 0;
  if (!hasFlags(type, compiler.TypeFlags.Object) || !isReference) return [];
  const { typeParameters = [] } = (type as ts.TypeReference).target as ts.InterfaceType;
  // The checker appends the type of `this` to the arguments of an interface.
  return checker.getTypeArguments(type as ts.TypeReference).slice(0, typeParameters.length);
}
