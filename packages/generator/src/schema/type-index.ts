import { partsOf } from "../model/map-type.js";
import type { Model, ProjectModel } from "../model/model.js";
import { oncePer } from "../model/once-per.js";
import { type ModelReference, type TypeLookup, typeLookup } from "../model/type-at-path.js";
import type { NamedType, Type } from "../model/type.js";

/** Finds what a type refers to by name. */
export interface TypeIndex extends TypeLookup {
  /** @throws {Error} for a name that is no type of the project. */
  named(name: string): NamedType;
  /** @throws {Error} for a reference to no model of the project. */
  model(reference: ModelReference): Model;
}

export const indexTypes = oncePer((project: Pick<ProjectModel, "types" | "models">): TypeIndex => {
  const lookup = typeLookup(project);
  return {
    ...lookup,
    named: (name) => found(lookup.typeNamed(name), name),
    model: (reference) => found(lookup.modelOf(reference), reference.name),
  };
});

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`A type refers to "${name}", which the project does not have.`);
  return value;
}

/** What a type refers to: named types through and through, and the models met on the way, which are not entered. */
export interface References {
  readonly types: ReadonlySet<string>;
  readonly models: ReadonlySet<Model>;
}

/** Everything `roots` refer to. Sets keep the order in which names were met. */
export function referencesOf(roots: readonly Type[], index: TypeIndex): References {
  const types = new Set<string>();
  const models = new Set<Model>();
  const queue = [...roots];
  // The array grows while it is gone through.
  for (const type of queue) {
    if (type.shape === "model") models.add(index.model(type));
    if (type.shape === "ref" && !types.has(type.name)) {
      types.add(type.name);
      queue.push(index.named(type.name).type);
    }
    queue.push(...partsOf(type));
  }
  return { types, models };
}

/** The types of a model's own parts. */
export function partTypesOf(model: Model): readonly Type[] {
  const sent = [model.spec, model.status].flatMap((part) => (part === undefined ? [] : [part.type]));
  return [...sent, ...Object.values(model.storedTypes ?? {})];
}
