import { typesOfEndpoint } from "../../model/endpoint-types.js";
import type { Model, ProjectModel } from "../../model/model.js";
import { indexTypes, partTypesOf, referencesOf } from "../../schema/type-index.js";

/** Tells of which internal models no type that callers see has objects or names. */
export function unnamedInternals(project: ProjectModel): (model: Model) => boolean {
  const index = indexTypes(project);
  const ofEndpoints = project.endpoints.flatMap(({ endpoints }) => endpoints.flatMap(typesOfEndpoint));
  const named = new Set(referencesOf(ofEndpoints, index).models);
  for (const model of project.models) if (!model.internal) named.add(model);
  // A set goes through what is added to it on the way.
  for (const model of named) {
    for (const other of referencesOf(partTypesOf(model), index).models) named.add(other);
    for (const { apiVersion, kind } of model.references ?? []) named.add(index.model({ apiVersion, name: kind }));
  }
  const modules = new Set([...named].map(({ module }) => module));
  return ({ module }) => !modules.has(module);
}
