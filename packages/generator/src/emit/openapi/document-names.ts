import type { Model, ProjectModel } from "../../model/model.js";
import { pascalCase } from "../model-names.js";
import { typeNames } from "../type-names.js";
import { uniqueNames } from "../unique-names.js";
import { sharedSchemas } from "./shared-schemas.js";

/** What a model's things are called in a document of all models of a plugin. */
export interface DocumentNames {
  readonly object: string;
  readonly stored: string;
  readonly input: string;
  readonly list: string;
  /** Ends an operation's name: `list` and this. */
  readonly collection: string;
  readonly tag: string;
}

/** Names of models and of named types. */
export interface NamesOfProject {
  ofModel(model: Model): DocumentNames;
  ofType(name: string): string;
}

/**
 * Names for one document. Where a plugin has a kind in several API versions each gets its version behind its name, so that none
 * is the one that clients made before it came took for granted.
 */
export function documentNames(project: Pick<ProjectModel, "models" | "types">): NamesOfProject {
  const { models } = project;
  const kinds = uniqueNames(models.map((model) => versioned(model, models, model.kind)));
  const collections = uniqueNames(models.map((model) => versioned(model, models, pascalCase(model.plural))));
  const byModel = new Map(
    models.map((model, at) => [model, namesFrom(kinds[at] ?? model.kind, collections[at] ?? model.plural)]),
  );
  const typesByName = namesOfTypes(project, [...byModel.values()]);
  return {
    ofModel: (model) => byModel.get(model) ?? namesFrom(model.kind, pascalCase(model.plural)),
    ofType: (name) => typesByName.get(name) ?? name,
  };
}

/** As in emitted code, unless the document has something else of that name. */
function namesOfTypes(
  project: Pick<ProjectModel, "models" | "types">,
  models: readonly DocumentNames[],
): ReadonlyMap<string, string> {
  const inCode = typeNames(project);
  const taken = models.flatMap(({ object, stored, input, list }) => [object, stored, input, list]);
  const names = uniqueNames([...inCode.values()], [...taken, ...Object.keys(sharedSchemas(true))]);
  return new Map([...inCode.keys()].map((name, at) => [name, names[at] ?? name]));
}

function namesFrom(kind: string, collection: string): DocumentNames {
  return { object: kind, stored: `Stored${kind}`, input: `${kind}Input`, list: `${kind}List`, collection, tag: kind };
}

function versioned(model: Model, models: readonly Model[], name: string): string {
  const namesakes = models.filter((other) => other.kind === model.kind);
  return namesakes.length === 1 ? name : `${name}${pascalCase(model.version)}`;
}
