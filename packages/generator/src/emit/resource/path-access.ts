import type { Model } from "../../model/model.js";
import type { Type } from "../../model/type.js";
import { stringLiteral } from "../../render/text.js";
import { modelNames } from "../../render/model-names.js";
import { resolved, type TypeIndex } from "../../schema/type-index.js";

/** The code that reads a path off an object. */
export interface PathAccess {
  readonly expression: string;
  /** Whether the expression calls `own`, which the module then has to define. */
  readonly usesOwn: boolean;
}

/** A place on the way: the object itself, or a value whose type is known as far as it matters. */
interface Place {
  readonly envelope?: Model;
  readonly type?: Type | undefined;
  readonly mayBeAbsent: boolean;
}

/**
 * The expression that reads `path` off an object of `model`: `person.spec.otherPerson?.spec.name`. It is `undefined` where
 * anything on the way is absent, and never something the object inherited.
 */
export function pathAccess(index: TypeIndex, model: Model, path: readonly string[]): PathAccess {
  let place: Place = { envelope: model, mayBeAbsent: false };
  let expression = modelNames(model).parameter;
  let usesOwn = false;
  let mayHaveStopped = false;
  for (const name of path) {
    const inherited = name in Object.prototype;
    expression = inherited ? `own(${expression}, ${stringLiteral(name)})` : expression + accessor(name, place);
    usesOwn ||= inherited;
    mayHaveStopped ||= place.mayBeAbsent;
    const next = propertyOf(index, place, name);
    // `own(a?.b, …)` is a value of its own: what stopped inside of it does not stop what follows.
    place = inherited && mayHaveStopped ? { ...next, mayBeAbsent: true } : next;
  }
  return { expression, usesOwn };
}

/** Names that are no identifier, and keys of records, which a compiler may forbid to be read like properties, take brackets. */
function accessor(name: string, { type, mayBeAbsent }: Place): string {
  const asProperty = type?.shape !== "record" && /^[A-Za-z_$][\w$]*$/.test(name);
  if (asProperty) return `${mayBeAbsent ? "?." : "."}${name}`;
  return `${mayBeAbsent ? "?." : ""}[${stringLiteral(name)}]`;
}

/** What is reached through something absent is absent only there: `a?.b.c` stops at `a`. */
function propertyOf(index: TypeIndex, { envelope, type }: Place, name: string): Place {
  if (envelope !== undefined) return partOf(envelope, name);
  const owner = type && resolved(type, index);
  switch (owner?.shape) {
    case "model":
      return partOf(index.model(owner), name);
    case "object":
      return propertyOfObject(index, owner, name);
    case "record":
      return { type: owner.values, mayBeAbsent: true };
    case "union":
      return propertyOfUnion(index, owner, name);
    default:
      return { mayBeAbsent: true };
  }
}

function partOf(model: Model, name: string): Place {
  const part = name === "spec" || name === "status" ? model[name] : undefined;
  return { type: part?.type, mayBeAbsent: part?.required !== true };
}

function propertyOfObject(index: TypeIndex, owner: Type & { readonly shape: "object" }, name: string): Place {
  const property = owner.properties.find((candidate) => candidate.name === name);
  if (property === undefined) return { type: owner.additional, mayBeAbsent: true };
  return { type: property.type, mayBeAbsent: !property.required || isNullable(index, property.type) };
}

/** A property that one member of a union may lack may be absent; a `null` among the members was dealt with on the way here. */
function propertyOfUnion(index: TypeIndex, owner: Type & { readonly shape: "union" }, name: string): Place {
  const places = owner.members
    .filter((member) => resolved(member, index).shape !== "null")
    .map((member) => propertyOf(index, { type: member, mayBeAbsent: false }, name));
  return { type: places[0]?.type, mayBeAbsent: places.some(({ mayBeAbsent }) => mayBeAbsent) };
}

function isNullable(index: TypeIndex, type: Type): boolean {
  const target = resolved(type, index);
  return (
    target.shape === "null" || (target.shape === "union" && target.members.some((member) => isNullable(index, member)))
  );
}
