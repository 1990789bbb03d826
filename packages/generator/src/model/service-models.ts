import type { HostedModels, Model, ProjectModel } from "./model.js";

/** The plugins of a service: its own first, then those that it hosts. The names of types are each plugin's own. */
export function servicePlugins(project: ProjectModel): readonly HostedModels[] {
  return [project, ...(project.hosted ?? [])];
}

/** All models that a service serves, which share its database. */
export function serviceModels(project: ProjectModel): readonly Model[] {
  return servicePlugins(project).flatMap(({ models }) => models);
}
