import type { Model, ProjectModel } from "../../model/model.js";
import { modelNames } from "../model-names.js";
import { indexTypes, partTypesOf, referencesOf } from "../schema/type-index.js";

/** A module of types: those of one model, or those that several models of an API version share. */
export interface TypesModule {
  /** Relative to the folder of generated files. */
  readonly path: string;
  readonly version: string;
  /** Absent for the types that are shared. */
  readonly model?: Model;
  /** The named types it declares, in the project's order. */
  readonly types: readonly string[];
}

/**
 * Where each type is declared. A named type stands beside the one model of its version that uses it; one that several use stands
 * in `<v>/types.ts`. A type that models of two versions use is declared in both: versions do not depend on each other.
 */
export function typesModules(project: Pick<ProjectModel, "models" | "types">): readonly TypesModule[] {
  const versions = [...new Set(project.models.map((model) => model.version))];
  return versions.flatMap((version) => modulesOfVersion(version, project));
}

function modulesOfVersion(version: string, project: Pick<ProjectModel, "models" | "types">): TypesModule[] {
  const index = indexTypes(project);
  const models = project.models.filter((model) => model.version === version);
  const uses = models.map((model) => ({ model, types: referencesOf(partTypesOf(model), index).types }));
  const users = new Map<string, number>();
  for (const { types } of uses) for (const name of types) users.set(name, (users.get(name) ?? 0) + 1);
  const order = new Map(project.types.map(({ name }, at) => [name, at]));
  const inOrder = (names: Iterable<string>): string[] =>
    [...names].toSorted((left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0));
  const shared = inOrder(users.keys()).filter((name) => (users.get(name) ?? 0) > 1);
  const own = uses.map(({ model, types }) => ({
    path: `${modelNames(model).folder}/types.ts`,
    version,
    model,
    types: inOrder(types).filter((name) => users.get(name) === 1),
  }));
  return shared.length === 0 ? own : [{ path: `${version}/types.ts`, version, types: shared }, ...own];
}
