import { isDeepStrictEqual } from "node:util";

import type { Model } from "./model.js";
import type { SourceSpan } from "./source-span.js";
import type { Type } from "./type.js";
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
  return new ShapeComparison(lookup).members("", [partsOf(one), partsOf(other)], [one.span, other.span]);
}

type Pair<T> = readonly [T, T];

/** What a value has inside: a property, an item, or what stands for all of them. */
interface Member {
  readonly type: Type;
  readonly required: boolean;
  readonly span: SourceSpan;
}

/** By their segments of a JSON Pointer; `*` stands for any name. */
type Members = ReadonlyMap<string, Member>;

class ShapeComparison {
  readonly #lookup: TypeLookup;
  /** Pairs that are being compared: a type may lead to itself. */
  readonly #seen = new Map<Type, Set<Type>>();

  constructor(lookup: TypeLookup) {
    this.#lookup = lookup;
  }

  /** @param spans where the two sides are, for members that one of them lacks. */
  members(path: string, [ones, others]: Pair<Members>, spans: Pair<SourceSpan>): ShapeDifference | undefined {
    for (const name of new Set([...ones.keys(), ...others.keys()])) {
      const place = `${path}/${name}`;
      const [a, b] = [ones.get(name), others.get(name)];
      const places = { span: a?.span ?? spans[0], other: b?.span ?? spans[1] };
      if (a?.required !== b?.required) return { path: place, these: presence(a), those: presence(b), ...places };
      const found = a && b && this.#types(place, [a.type, b.type]);
      if (found !== undefined) return found.path === place ? { ...found, ...places } : found;
    }
    return undefined;
  }

  #types(path: string, given: Pair<Type>): ShapeDifference | undefined {
    const [a, b] = [resolved(this.#lookup, given[0]), resolved(this.#lookup, given[1])];
    if (this.#isSeen(a, b)) return undefined;
    const [{ span }, { span: other }] = given;
    const isSame =
      a.shape === "union" && b.shape === "union"
        ? this.#haveSameMembers(path, a.members, b.members)
        : isDeepStrictEqual(factsOf(a), factsOf(b)) && referAlike(a, b);
    if (!isSame) return { path, these: describe(a), those: describe(b), span, other };
    return this.members(path, [membersOf(a), membersOf(b)], [span, other]);
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

function partsOf({ spec, status }: Model): Members {
  return new Map([...(spec ? [["spec", spec] as const] : []), ...(status ? [["status", status] as const] : [])]);
}

function membersOf(type: Type): Members {
  const any = (inner: Type | undefined): readonly [string, Member][] =>
    inner === undefined ? [] : [["*", { type: inner, required: false, span: inner.span }]];
  switch (type.shape) {
    case "object":
      return new Map([
        ...type.properties.map((property) => [property.name, property] as const),
        ...any(type.additional),
      ]);
    case "record":
      return new Map(any(type.values));
    case "array":
      return new Map([["0", { type: type.items, required: false, span: type.items.span }]]);
    case "tuple": {
      const items = type.rest === undefined ? type.items : [...type.items, type.rest];
      return new Map(
        items.map((item, at) => [String(at), { type: item, required: at < type.required, span: item.span }]),
      );
    }
    default:
      return new Map();
  }
}

/** What a value is, without its members and what only constrains it. */
function factsOf(type: Type): unknown {
  if (type.shape === "object" || type.shape === "record") return [type.shape, type.keyPattern];
  if (type.shape === "tuple") return [type.shape, type.rest === undefined];
  if (type.shape === "array") return [type.shape];
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
