import { partsOf } from "./map-type.js";
import type { Model } from "./model.js";
import type { TypeLookup } from "./type-at-path.js";
import type { Property, Type } from "./type.js";
import { TypeSearch } from "./type-search.js";

/** A place in a model's objects of a property that is tagged with `@index`, `@unique` or `@search`. */
export interface TaggedPlace {
  readonly path: readonly string[];
  readonly property: Property;
  /** Why a path cannot name the place; absent where it can. */
  readonly problem?: string;
}

/** Where a walk is, and what is in the way of a path that goes on from there. */
interface Step {
  readonly path: readonly string[];
  /** Named types on the way here. */
  readonly names: readonly string[];
  readonly problem?: string;
}

/**
 * The tagged properties of a model's objects in the order of declaration, those of each member of a union by themselves. An object of a model that stands inside is a copy:
 * its tags are about that model's own objects. Named types are entered only where a tag is in them, and those that hold themselves once.
 */
export function taggedPlaces(lookup: TypeLookup, model: Model): readonly TaggedPlace[] {
  const search = new TypeSearch({ lookup, isSought: hasTag, entersModels: false });
  const found: TaggedPlace[] = [];
  const entered = new Set<string>();
  const visit = (type: Type, step: Step): void => {
    if (type.shape === "ref") return enter(type.name, step);
    if (type.shape === "union") for (const member of type.members) visit(member, step);
    else if (type.shape === "object") visitObject(type, step);
    else for (const part of partsOf(type)) visit(part, { ...step, problem: IN_MANY });
  };
  const enter = (name: string, step: Step): void => {
    const isEndless = search.isEndless(name);
    if (!search.bearsNamed(name) || step.names.includes(name) || (isEndless && entered.has(name))) return;
    entered.add(name);
    const problem = step.problem ?? (isEndless ? ENDLESS : undefined);
    const type = lookup.typeNamed(name)?.type;
    if (type !== undefined) visit(type, { ...step, names: [...step.names, name], ...(problem && { problem }) });
  };
  const visitObject = ({ properties, additional }: Extract<Type, { shape: "object" }>, step: Step): void => {
    for (const property of properties) {
      const path = [...step.path, property.name];
      const problem = step.problem ?? (property.name.includes(".") ? DOTTED : undefined);
      const next = { ...step, path, ...(problem && { problem }) };
      if (isIndexed(property)) found.push({ path, property, ...(problem && { problem }) });
      visit(property.type, next);
    }
    if (additional !== undefined) visit(additional, { ...step, problem: IN_MANY });
  };
  for (const [name, part] of Object.entries({ spec: model.spec, status: model.status }))
    if (part !== undefined) visit(part.type, { path: [name], names: [] });
  return found;
}

const IN_MANY = "it is inside the items of a list or a record";
const ENDLESS = "its type contains itself, so there are endlessly many such places";
const DOTTED = "its name has a dot, which parts the names of a path";

/** Whether a property has an index by a tag. */
export function isIndexed({ index, search }: Property): boolean {
  return index !== undefined || search !== undefined;
}

function hasTag(type: Type): boolean {
  return type.shape === "object" && type.properties.some(isIndexed);
}
