import type { Model } from "../../model/model.js";
import { alternatives, isNullable, type TypeLookup } from "../../model/type-at-path.js";
import type { Property } from "../../model/type.js";
import { modelNames } from "../../render/model-names.js";
import { propertyAccess } from "../../render/property-key.js";
import { stringLiteral } from "../../render/text.js";

/** The code that reads a path off an object. */
export interface PathAccess {
  readonly expression: string;
  /** Whether the expression calls `own`, which the module then has to define. */
  readonly usesOwn: boolean;
  /** Whether the value may be `undefined` or `null`. */
  readonly mayBeAbsent: boolean;
}

/**
 * The expression that reads `path` off an object of `model`: `person.spec.home?.street`. It is `undefined` where anything on the way is absent,
 * and never something the object inherited.
 */
export function pathAccess(lookup: TypeLookup, model: Model, path: readonly string[]): PathAccess {
  let expression = modelNames(model).parameter;
  let usesOwn = false;
  let [mayBeAbsent, mayHaveStopped] = [false, false];
  let places: readonly Pick<Property, "type" | "required">[] = [];
  for (const [at, name] of path.entries()) {
    const isInherited = name in Object.prototype;
    const access = propertyAccess(name);
    const optional = mayBeAbsent ? `?.${access.replace(/^\./, "")}` : access;
    expression = isInherited ? `own(${expression}, ${stringLiteral(name)})` : expression + optional;
    usesOwn ||= isInherited;
    mayHaveStopped ||= mayBeAbsent;
    places = at === 0 ? partOf(model, name) : places.flatMap(({ type }) => propertiesOf(lookup, type, name));
    // What is reached through something absent is absent only there, `a?.b.c` stops at `a`; but `own(a?.b, …)` is a value of its own.
    mayBeAbsent =
      (isInherited && mayHaveStopped) ||
      places.length === 0 ||
      places.some(({ type, required }) => !required || isNullable(lookup, type));
  }
  return { expression, usesOwn, mayBeAbsent };
}

function partOf(model: Model, name: string): readonly Pick<Property, "type" | "required">[] {
  const part = name === "spec" || name === "status" ? model[name] : undefined;
  return part === undefined ? [] : [part];
}

/** The properties of a name, one for each way through a union. */
function propertiesOf(lookup: TypeLookup, type: Property["type"], name: string): readonly Property[] {
  return alternatives(lookup, type).flatMap((each) =>
    each.shape === "object" ? each.properties.filter((property) => property.name === name) : [],
  );
}
