import { isDeepStrictEqual } from "node:util";

import type { Model } from "./model.js";
import type { SourceSpan } from "./source-span.js";
import type { Property, Type } from "./type.js";
import { resolved, type TypeLookup } from "./type-at-path.js";

/** A place at which two types do not say the same. */
export interface ShapeDifference {
  /** JSON Pointer. */
  readonly path: string;
  /** What is there, in words. */
  readonly these: string;
  readonly those: string;
  readonly span: SourceSpan;
  readonly other: SourceSpan;
}

/**
 * The first place at which objects of two models look different: by their names and by what their values are. Constraints, defaults and
 * comments do not count: they decide which values are allowed, and not how they are read.
 */
export function shapeDifference(lookup: TypeLookup, one: Model, other: Model): ShapeDifference | undefined {
  const comparison = new ShapeComparison(lookup);
  return comparison.parts("spec", [one, other]) ?? comparison.parts("status", [one, other]);
}

type Pair<T> = readonly [T, T];

class ShapeComparison {
  readonly #lookup: TypeLookup;
  /** Pairs that are being compared: a type may lead to itself. */
  readonly #seen = new Map<Type, Set<Type>>();

  constructor(lookup: TypeLookup) {
    this.#lookup = lookup;
  }

  parts(name: "spec" | "status", [one, other]: Pair<Model>): ShapeDifference | undefined {
    const [path, a, b] = [`/${name}`, one[name], other[name]];
    if (a === undefined && b === undefined) return undefined;
    if (a === undefined || b === undefined || a.required !== b.required)
      return {
        path,
        these: presence(a),
        those: presence(b),
        span: a?.span ?? one.span,
        other: b?.span ?? other.span,
      };
    return this.#types(path, [a.type, b.type]);
  }

  #types(path: string, given: Pair<Type>): ShapeDifference | undefined {
    const [a, b] = [resolved(this.#lookup, given[0]), resolved(this.#lookup, given[1])];
    if (this.#isSeen(a, b)) return undefined;
    const differs = { path, these: describe(a), those: describe(b), span: given[0].span, other: given[1].span };
    switch (a.shape) {
      case "object":
        return b.shape === "object" ? this.#objects(path, [a, b], differs) : differs;
      case "array":
        return b.shape === "array" ? this.#types(`${path}/0`, [a.items, b.items]) : differs;
      case "record":
        if (b.shape !== "record" || a.keyPattern !== b.keyPattern) return differs;
        return this.#types(`${path}/*`, [a.values, b.values]);
      case "tuple":
        return b.shape === "tuple" ? this.#tuples(path, [a, b], differs) : differs;
      case "union":
        return b.shape === "union" && this.#haveSameMembers(path, a.members, b.members) ? undefined : differs;
      default:
        return isDeepStrictEqual(factsOf(a), factsOf(b)) && referAlike(a, b) ? undefined : differs;
    }
  }

  #objects(
    path: string,
    [a, b]: Pair<Extract<Type, { shape: "object" }>>,
    differs: ShapeDifference,
  ): ShapeDifference | undefined {
    const others = new Map(b.properties.map((property) => [property.name, property]));
    for (const property of a.properties) {
      const found = this.#properties(`${path}/${property.name}`, [property, others.get(property.name)], differs);
      if (found !== undefined) return found;
      others.delete(property.name);
    }
    const [missing] = others.values();
    if (missing !== undefined) return this.#properties(`${path}/${missing.name}`, [undefined, missing], differs);
    if (a.additional === undefined && b.additional === undefined) return undefined;
    if (a.additional === undefined || b.additional === undefined || a.keyPattern !== b.keyPattern) return differs;
    return this.#types(`${path}/*`, [a.additional, b.additional]);
  }

  #properties(
    path: string,
    [a, b]: Pair<Property | undefined>,
    { span, other }: ShapeDifference,
  ): ShapeDifference | undefined {
    if (a === undefined || b === undefined || a.required !== b.required)
      return { path, these: presence(a), those: presence(b), span: a?.span ?? span, other: b?.span ?? other };
    const found = this.#types(path, [a.type, b.type]);
    return found?.path === path ? { ...found, span: a.span, other: b.span } : found;
  }

  #tuples(
    path: string,
    [a, b]: Pair<Extract<Type, { shape: "tuple" }>>,
    differs: ShapeDifference,
  ): ShapeDifference | undefined {
    if (a.items.length !== b.items.length || a.required !== b.required) return differs;
    if ((a.rest === undefined) !== (b.rest === undefined)) return differs;
    for (const [at, item] of a.items.entries()) {
      const second = b.items[at];
      const found = second && this.#types(`${path}/${at}`, [item, second]);
      if (found !== undefined) return found;
    }
    return a.rest && b.rest && this.#types(`${path}/${a.items.length}`, [a.rest, b.rest]);
  }

  /** Whether each member of one union looks as some member of the other. */
  #haveSameMembers(path: string, one: readonly Type[], other: readonly Type[]): boolean {
    const has = (members: readonly Type[], type: Type): boolean =>
      members.some((member) => this.#fork().#types(path, [type, member]) === undefined);
    return (
      one.length === other.length && one.every((type) => has(other, type)) && other.every((type) => has(one, type))
    );
  }

  /** What is tried and fails says nothing of the pairs it met. */
  #fork(): ShapeComparison {
    const fork = new ShapeComparison(this.#lookup);
    for (const [type, others] of this.#seen) fork.#seen.set(type, new Set(others));
    return fork;
  }

  #isSeen(a: Type, b: Type): boolean {
    const seen = this.#seen.get(a) ?? new Set<Type>();
    if (seen.has(b)) return true;
    this.#seen.set(a, seen.add(b));
    return false;
  }
}

/** What a scalar, a model's object or any other value is, without what only constrains it. */
function factsOf(type: Type): unknown {
  const { constraints: _, span: __, tagSpans: ___, ...given } = type;
  // A name looks the same whatever it refers to.
  const { reference: ____, ...facts } = { reference: undefined, ...given };
  return facts.shape === "enum" ? { ...facts, values: [...facts.values].toSorted() } : facts;
}

/** Of two references, whether they are to one kind, of whichever version. */
function referAlike(one: Type, other: Type): boolean {
  const [a, b] = [referredKind(one), referredKind(other)];
  return a === undefined || b === undefined || a === b;
}

function referredKind(type: Type): string | undefined {
  if (type.shape !== "string" || type.reference === undefined) return undefined;
  const { apiVersion, kind } = type.reference;
  return `${apiVersion.slice(0, apiVersion.indexOf("/"))} ${kind}`;
}

function presence(given: { readonly required: boolean } | undefined): string {
  if (given === undefined) return "absent";
  return given.required ? "required" : "optional";
}

function describe(type: Type): string {
  switch (type.shape) {
    case "literal":
      return JSON.stringify(type.value);
    case "enum":
      return `one of ${type.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "string":
      return type.reference === undefined ? "a string" : `a reference to ${type.reference.kind}`;
    case "model":
      return `an object of ${type.apiVersion} ${type.name}`;
    case "json":
      return "any value";
    case "union":
      return "one of several types";
    default:
      return `${/^[aeiou]/.test(type.shape) ? "an" : "a"} ${type.shape}`;
  }
}
