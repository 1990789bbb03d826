import type { Model, ProjectModel } from "../../model/model.js";
import { oncePer } from "../../model/once-per.js";
import { typesOfEndpoint } from "../../model/endpoint-types.js";
import { type EndpointGroup, endpointGroups } from "../../render/endpoint-groups.js";
import { modelNames } from "../../render/model-names.js";
import { indexTypes, partTypesOf, referencesOf } from "../../schema/type-index.js";

/** A module of types: those of one model, those that several models of an API version share, or those of endpoints. */
export interface TypesModule {
  /** Relative to the folder of generated files. */
  readonly path: string;
  readonly version: string;
  /** Absent for the types that are shared, or of endpoints. */
  readonly model?: Model;
  /** The endpoints of the version, in their own module. */
  readonly groups?: readonly EndpointGroup[];
  /** The named types it declares, in the project's order. */
  readonly types: readonly string[];
}

/** What types are declared for. */
export type TypesProject = Pick<ProjectModel, "models" | "types" | "endpoints">;

/**
 * Where each type is declared. A named type stands beside the one model of its version that uses it; one that several use stands
 * in `<v>/types.ts`. A type that models of two versions use is declared in both: versions do not depend on each other.
 */
export const typesModules = oncePer((project: TypesProject): readonly TypesModule[] => {
  const groups = endpointGroups(project);
  const versions = [...new Set([...project.models, ...groups].map(({ version }) => version))];
  return versions.flatMap((version) => {
    const modules = modulesOfVersion(version, project);
    const own = groups.filter((group) => group.version === version);
    return own.length === 0 ? modules : [...modules, endpointsModule(own, modules, project)];
  });
});

/** Types that no model of the version declares stand beside the endpoints that use them. */
function endpointsModule(
  groups: readonly EndpointGroup[],
  modules: readonly TypesModule[],
  project: TypesProject,
): TypesModule {
  const version = groups[0]?.version ?? "";
  const roots = groups.flatMap(({ endpoints }) => endpoints.flatMap(typesOfEndpoint));
  const used = referencesOf(roots, indexTypes(project)).types;
  const declared = new Set(modules.flatMap(({ types }) => types));
  const types = project.types.map(({ name }) => name).filter((name) => used.has(name) && !declared.has(name));
  return { path: `${version}/endpoints.ts`, version, groups, types };
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
