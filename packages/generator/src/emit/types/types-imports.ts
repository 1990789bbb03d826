import { importStatement } from "../../render/import-statement.js";
import { importPath } from "../../paths/module-path.js";
import { partsOf } from "../../model/map-type.js";
import type { ModelReference } from "../../model/type-at-path.js";
import { partTypesOf, type TypeIndex } from "../../schema/type-index.js";
import type { Model, ProjectModel } from "../../model/model.js";
import type { Type } from "../../model/type.js";
import { typesOfEndpoint } from "../../model/endpoint-types.js";
import { modelNames } from "../../render/model-names.js";
import { envelopeTypes } from "../../render/type-names.js";
import { differingParts, formNames, type StoredForms } from "../../model/stored-form.js";
import type { TypesModule } from "./types-modules.js";
import { stringLiteral } from "../../render/text.js";

interface Sources {
  readonly index: TypeIndex;
  readonly names: ReadonlyMap<string, string>;
  readonly modules: readonly TypesModule[];
  readonly project: Pick<ProjectModel, "types" | "models">;
  readonly forms: StoredForms;
  /** The package that the envelope's types are imported from. */
  readonly envelope: "@cmgen/model" | "@cmgen/client";
}

/** The imports of a module of types: the envelope, types that several models share, and models it refers to. */
export function typesImports(module: TypesModule, sources: Sources): readonly string[] {
  const { types, models, nested, refers } = mentionedBy(module, sources.index);
  const { forms } = sources;
  const nameOf = modelNamer(module, sources);
  const storedNameOf = modelNamer(module, sources, "stored");
  const foreign = new Map<string, string[]>();
  const add = (path: string, name: string): unknown => foreign.set(path, [...(foreign.get(path) ?? []), name]);
  for (const name of types) {
    const path = moduleOfType(name, module, sources);
    const emitted = sources.names.get(name) ?? name;
    for (const form of formNames(sources.project, name, emitted)) add(path, form);
  }
  for (const model of models) {
    const { object, stored } = modelNames(model);
    const path = moduleOfModel(model, sources);
    if (nameOf(referenceTo(model)) === object) add(path, object);
    const isStored = nested.has(model) && differingParts(model, forms).length > 0;
    if (isStored && storedNameOf(referenceTo(model)) === stored) add(path, stored);
  }
  const isStoredAs = module.model !== undefined && differingParts(module.model, forms).length > 0;
  const vocabulary = [
    ...(module.model === undefined ? [] : envelopeTypes),
    ...(refers ? ["Ref"] : []),
    ...(isStoredAs ? ["StoredAs"] : []),
  ];
  const envelope = vocabulary.length === 0 ? [] : [importStatement(sources.envelope, { types: vocabulary })];
  const others = [...foreign].map(([path, names]) => importStatement(importPath(module.path, path), { types: names }));
  return [...envelope, ...others];
}

/** What a module's text calls the objects of models. Of several with one name, the others are called by their modules. */
export function modelNamer(
  module: TypesModule,
  sources: Sources,
  form: "object" | "stored" = "object",
): (reference: ModelReference) => string {
  const { models } = mentionedBy(module, sources.index);
  const own = module.model === undefined ? [] : [module.model];
  const named = new Map([...models, ...own].map((model) => [modelNames(model)[form], model]));
  return (reference) => {
    const model = sources.index.model(reference);
    const name = modelNames(model)[form];
    if (named.get(name) === model) return name;
    return `import(${stringLiteral(importPath(module.path, moduleOfModel(model, sources)))}).${name}`;
  };
}

function referenceTo({ group, version, kind }: Model): ModelReference {
  return { name: kind, apiVersion: `${group}/${version}` };
}

interface Mentions {
  readonly types: ReadonlySet<string>;
  readonly models: ReadonlySet<Model>;
  /** Those of which objects stand inside. */
  readonly nested: ReadonlySet<Model>;
  /** Whether there are references to objects. */
  readonly refers: boolean;
}

/** The named types and models that a module's text mentions and does not declare. */
function mentionedBy(module: TypesModule, index: TypeIndex): Mentions {
  const types = new Set<string>();
  const models = new Set<Model>();
  const nested = new Set<Model>();
  let refers = false;
  const visit = (type: Type): void => {
    if (type.shape === "ref" && !module.types.includes(type.name)) types.add(type.name);
    const model = modelIn(type, index);
    if (model !== undefined && model !== module.model) models.add(model);
    if (model !== undefined && type.shape === "model") nested.add(model);
    refers ||= model !== undefined && type.shape === "string";
    for (const part of partsOf(type)) visit(part);
  };
  const ofEndpoints = (module.groups ?? []).flatMap(({ endpoints }) => endpoints.flatMap(typesOfEndpoint));
  const roots = module.model === undefined ? ofEndpoints : partTypesOf(module.model);
  for (const type of [...roots, ...module.types.map((name) => index.named(name).type)]) visit(type);
  return { types, models, nested, refers };
}

/** The model that a type holds an object of, or the name of one. */
function modelIn(type: Type, index: TypeIndex): Model | undefined {
  if (type.shape === "model") return index.model(type);
  if (type.shape !== "string" || type.reference === undefined) return undefined;
  return index.model({ ...type.reference, name: type.reference.kind });
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
