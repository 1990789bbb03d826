import { storageVersions } from "../model/kind-versions.js";
import type { Model, ProjectModel } from "../model/model.js";
import { readProject } from "../read/read-project.js";
import { EditError } from "./edit-error.js";
import type { ModelName } from "./edit-request.js";
import { declarationOf, type OpenPlugin } from "./open-plugin.js";

/** A model, and the plugin it is of. */
export interface ServedModel {
  readonly model: Model;
  readonly project: ProjectModel;
}

/**
 * The model that code is to serve: of several versions, without a word of which, the one that objects are stored as.
 *
 * @throws {EditError} where there is none.
 */
export function modelToServe(plugin: OpenPlugin, name: ModelName): ServedModel {
  const { root, config, declarations } = plugin;
  const { project } = readProject(root, config);
  const kinds = new Set(declarations.filter(({ model }) => isCalled(model, name.model)).map(({ model }) => model.kind));
  const [kind] = kinds;
  const stored = [...storageVersions(project).values()].find(({ storage }) => storage.kind === kind)?.storage;
  if (kinds.size === 1 && stored !== undefined && name.apiVersion === undefined) return { model: stored, project };
  const wanted = declarationOf(plugin, name).model;
  const model = project.models.find((other) => other.kind === wanted.kind && other.version === wanted.version);
  if (model === undefined)
    throw new EditError(`${wanted.kind} has problems: \`cmgen generate\` says which. Solve them first.`);
  return { model, project };
}

function isCalled({ kind, singular, plural }: Pick<Model, "kind" | "singular" | "plural">, name: string): boolean {
  return [kind.toLowerCase(), singular, plural].includes(name.toLowerCase());
}
