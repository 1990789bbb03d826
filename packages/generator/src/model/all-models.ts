import type { HostedModels, Model, ProjectModel } from "./model.js";

/** The plugins of a service: its own first, then those that it hosts. The names of types are each plugin's own. */
export function allPlugins(project: ProjectModel): readonly HostedModels[] {
  return [project, ...(project.hosted ?? [])];
}

/** All models that a service serves, which share its database. */
export function allModels(project: ProjectModel): readonly Model[] {
  return allPlugins(project).flatMap(({ models }) => models);
}
