import { partsOf } from "../model/map-type.js";
import type { Model, ProjectModel } from "../model/model.js";
import { oncePer } from "../model/once-per.js";
import type { NamedType, Type } from "../model/type.js";

/** How a type names a model: by its kind, and by its API version where the reader says it. */
export type ModelReference = Pick<Extract<Type, { shape: "model" }>, "name" | "apiVersion">;

/** Finds what a type refers to by name. */
export interface TypeIndex {
  /** @throws {Error} for a name that is no type of the project. */
  named(name: string): NamedType;
  /** @throws {Error} for a reference to no model of the project. */
  model(reference: ModelReference): Model;
}

export const indexTypes = oncePer(({ types, models }: Pick<ProjectModel, "types" | "models">): TypeIndex => {
  const typesByName = new Map(types.map((type) => [type.name, type]));
  const modelsByName = new Map<string, Model>();
  for (const model of models) {
    modelsByName.set(model.kind, model);
    modelsByName.set(`${model.group}/${model.version}/${model.kind}`, model);
  }
  return {
    named: (name) => found(typesByName.get(name), name),
    model: ({ name, apiVersion }) =>
      found(modelsByName.get(apiVersion === undefined ? name : `${apiVersion}/${name}`), name),
  };
});

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`A type refers to "${name}", which the project does not have.`);
  return value;
}

/** The type behind references to named types; one that only refers to itself stays a reference. */
export function resolved(type: Type, index: TypeIndex): Type {
  const seen = new Set<string>();
  let target = type;
  while (target.shape === "ref" && !seen.has(target.name)) {
    seen.add(target.name);
    target = index.named(target.name).type;
  }
  return target;
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
  return [model.spec, model.status].flatMap((part) => (part === undefined ? [] : [part.type]));
}
