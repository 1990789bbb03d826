import { importStatement } from "../../render/import-statement.js";
import { importPath } from "../module-path.js";
import { partsOf } from "../../model/map-type.js";
import { partTypesOf, type TypeIndex } from "../schema/type-index.js";
import type { Model } from "../../model/model.js";
import type { Type } from "../../model/type.js";
import { modelNames } from "../model-names.js";
import type { TypesModule } from "./types-modules.js";

interface Sources {
  readonly index: TypeIndex;
  readonly names: ReadonlyMap<string, string>;
  readonly modules: readonly TypesModule[];
  /** The package that the envelope's types are imported from. */
  readonly envelope: "@cmgen/model" | "@cmgen/client";
}

/** The imports of a module of types: the envelope, types that several models share, and models it refers to. */
export function typesImports(module: TypesModule, sources: Sources): readonly string[] {
  const { types, models } = mentionedBy(module, sources.index);
  const foreign = new Map<string, string[]>();
  const add = (path: string, name: string): unknown => foreign.set(path, [...(foreign.get(path) ?? []), name]);
  for (const name of types) add(moduleOfType(name, module, sources), sources.names.get(name) ?? name);
  for (const model of models) add(moduleOfModel(model, sources), modelNames(model).object);
  const envelope = module.model === undefined ? [] : [importStatement(sources.envelope, { types: envelopeTypes })];
  const others = [...foreign].map(([path, names]) => importStatement(importPath(module.path, path), { types: names }));
  return [...envelope, ...others];
}

export const envelopeTypes = ["ObjectMeta", "ObjectMetaInput", "ResourceList", "StoredObjectMeta"];

/** The named types and models that a module's text mentions and does not declare. */
function mentionedBy(
  module: TypesModule,
  index: TypeIndex,
): { types: ReadonlySet<string>; models: ReadonlySet<Model> } {
  const types = new Set<string>();
  const models = new Set<Model>();
  const visit = (type: Type): void => {
    if (type.shape === "ref" && !module.types.includes(type.name)) types.add(type.name);
    if (type.shape === "model" && index.model(type) !== module.model) models.add(index.model(type));
    for (const part of partsOf(type)) visit(part);
  };
  const roots = module.model === undefined ? [] : partTypesOf(module.model);
  for (const type of [...roots, ...module.types.map((name) => index.named(name).type)]) visit(type);
  return { types, models };
}

function moduleOfType(name: string, { version }: TypesModule, { modules }: Sources): string {
  const declaring = modules.find((candidate) => candidate.version === version && candidate.types.includes(name));
  if (declaring === undefined) throw new Error(`No module of ${version} declares the type "${name}".`);
  return declaring.path;
}

function moduleOfModel(model: Model, { modules }: Sources): string {
  const declaring = modules.find((candidate) => candidate.model === model);
  if (declaring === undefined) throw new Error(`No module declares the model "${model.kind}".`);
  return declaring.path;
}
