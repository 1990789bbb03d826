import { partsOf } from "./map-type.js";
import type { Model } from "./model.js";
import type { TypeLookup } from "./type-at-path.js";
import type { Type } from "./type.js";

interface HoldingTypes {
  /** Named types that hold a reference, however deep. */
  readonly holding: ReadonlySet<string>;
  /** Those of them that hold themselves. */
  readonly endless: ReadonlySet<string>;
}

/** Sorts out the named types in a model's objects, each visited once. */
export function holdingTypes(lookup: TypeLookup, model: Model): HoldingTypes {
  const contents = new Map<string, Contents>();
  const waiting = [model.spec, model.status].flatMap((part) => (part === undefined ? [] : contentsOf(part.type).names));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const named = contents.has(name) ? undefined : lookup.typeNamed(name);
    if (named === undefined) continue;
    const found = contentsOf(named.type);
    contents.set(name, found);
    waiting.push(...found.names);
  }
  const withReference = [...contents].flatMap(([name, { hasReference }]) => (hasReference ? [name] : []));
  const holding = reached(withReference, holdersOf(contents));
  const namesIn = (name: string): readonly string[] => contents.get(name)?.names ?? [];
  const isEndless = (name: string): boolean => reached(namesIn(name), namesIn).has(name);
  return { holding, endless: new Set([...holding].filter(isEndless)) };
}

/** By the name of a type, the names of those that mention it. */
function holdersOf(contents: ReadonlyMap<string, Contents>): (name: string) => readonly string[] {
  const holders = new Map<string, string[]>();
  for (const [holder, { names }] of contents)
    for (const name of names) holders.set(name, [...(holders.get(name) ?? []), holder]);
  return (name) => holders.get(name) ?? [];
}

/** The names that `next` leads to from these, these themselves among them. */
function reached(from: readonly string[], next: (name: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set<string>(from);
  for (const name of found) for (const other of next(name)) found.add(other);
  return found;
}

interface Contents {
  /** Named types that it mentions. */
  readonly names: readonly string[];
  readonly hasReference: boolean;
}

/** What a type holds without what the types hold that it names. */
function contentsOf(type: Type): Contents {
  if (type.shape === "ref") return { names: [type.name], hasReference: false };
  const parts = partsOf(type).map(contentsOf);
  return {
    names: [...new Set(parts.flatMap(({ names }) => names))],
    hasReference: (type.shape === "string" && type.reference !== undefined) || parts.some((part) => part.hasReference),
  };
}
