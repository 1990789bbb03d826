import type { HostedModels, ProjectModel } from "./model.js";
import { oncePer } from "./once-per.js";

/** The plugins of a service: its own first, then those that it hosts. The names of types are each plugin's own. */
export function allPlugins(project: ProjectModel): readonly HostedModels[] {
  return [project, ...(project.hosted ?? [])];
}

/** All models that a service serves, which share its database. */
export const allModels = oncePer(
  (project: ProjectModel): Pick<ProjectModel, "models" | "subscriptions" | "tenants"> => {
    const plugins = allPlugins(project);
    const isSubscribed = plugins.some(({ subscriptions }) => subscriptions === true);
    return {
      models: plugins.flatMap(({ models }) => models),
      ...(isSubscribed && { subscriptions: true }),
      ...(project.tenants === true && { tenants: true }),
    };
  },
);
