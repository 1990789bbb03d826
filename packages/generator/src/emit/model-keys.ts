import { createHash } from "node:crypto";

import { storageVersions } from "../model/kind-versions.js";
import { allModels } from "../model/all-models.js";
import type { Model, ProjectModel } from "../model/model.js";
import { oncePer } from "../model/once-per.js";
import type { NamedType } from "../model/type.js";
import { storedModel } from "../storage/stored-model.js";
import { modelNames } from "../render/model-names.js";
import { indexTypes, partTypesOf, referencesOf, type TypeIndex } from "./schema/type-index.js";
import { typeNames } from "../render/type-names.js";
import { typesModules } from "./types/types-modules.js";

/** What models and named types depend on, as hashes. */
export interface ProjectKeys {
  readonly ofModels: ReadonlyMap<Model, string>;
  /** Names of the types that are in a model's key. */
  readonly typesOf: ReadonlyMap<Model, readonly string[]>;
  /** Of a named type, by its name in the project: the type, and everything it leads to. */
  ofType(name: string): string;
  /** Of the tables of all models. */
  readonly ofTables: string;
}

/**
 * What the own files of each model are made from, as a hash: the model, the named types and models it refers to, what those are called
 * and where they are declared. Whoever lets a model's files depend on more has to put it in here.
 */
export const projectKeys = oncePer((project: ProjectModel): ProjectKeys => {
  const index = indexTypes(project);
  const places = placesOfTypes(project);
  const names = typeNames(project);
  const versionsOf = storageVersions(project);
  const whole = hashOf(clashes(project, names));
  const hashes = new Map<object, string>();
  const hash = (value: object, ...more: readonly unknown[]): string => {
    const known = hashes.get(value) ?? hashOf([value, ...more]);
    hashes.set(value, known);
    return known;
  };
  const hashOfType = (name: string): string => hash(index.named(name), names.get(name), places.get(name));
  const reachedBy = new Map(project.models.map((model) => [model, reached(model, index)]));
  const keyOf = (model: Model, { types, models }: Reached): string => {
    // A model's files say as which version its objects are stored, and what the others are.
    const versions = versionsOf.get(model)?.others ?? [];
    const ofTypes = types.map(hashOfType);
    const referred = (model.references ?? []).map(({ apiVersion, kind }) =>
      modelNames(index.model({ name: kind, apiVersion })),
    );
    return hashOf([whole, hash(model), [...models, ...versions].map((other) => hash(other)), ofTypes, referred]);
  };
  const keyOfType = oncePer(({ name, type }: NamedType): string => {
    const { types, models } = referencesOf([type], index);
    return hashOf([whole, hashOfType(name), [...types].map(hashOfType), [...models].map((model) => hash(model))]);
  });
  return {
    ofModels: new Map(Array.from(reachedBy, ([model, reach]) => [model, keyOf(model, reach)])),
    typesOf: new Map(Array.from(reachedBy, ([model, { types }]) => [model, types])),
    ofType: (name) => keyOfType(index.named(name)),
    ofTables: hashOf(allModels(project).models.map(storedModel)),
  };
});

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

interface Reached {
  readonly types: readonly string[];
  readonly models: readonly Model[];
}

/** Everything that a model's types lead to; other models' objects stand in its own with all that they hold. */
function reached(model: Model, index: TypeIndex): Reached {
  const models = new Set<Model>();
  const types = new Set<string>();
  const add = (one: Model): void => {
    const references = referencesOf(partTypesOf(one), index);
    for (const name of references.types) types.add(name);
    for (const other of references.models) models.add(other);
  };
  add(model);
  // A set goes through what is added to it on the way.
  for (const other of models) add(other);
  return { types: [...types], models: [...models] };
}

/** The modules that declare each type. */
function placesOfTypes(project: ProjectModel): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const { path, types } of typesModules(project)) {
    for (const name of types) places.set(name, [...(places.get(name) ?? []), path]);
  }
  return places;
}

/** What makes names depend on more than what has them: usually nothing. */
function clashes({ models, types }: ProjectModel, names: ReadonlyMap<string, string>): readonly unknown[] {
  const kinds = new Set(models.map(({ kind }) => kind));
  const renamed = types.flatMap(({ name }) => (names.get(name) === name ? [] : [[name, names.get(name)]]));
  const nested = types.filter(({ name }) => name.startsWith("Nested")).map(({ name }) => name);
  const versioned = kinds.size === models.length ? [] : models.map((model) => [model.group, modelNames(model)]);
  return [renamed, nested, versioned];
}
