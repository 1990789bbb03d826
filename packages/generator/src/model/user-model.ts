import type { Model, ProjectModel } from "./model.js";

/** The kind of the objects that are a service's users. */
export const USER_KIND = "User";

/** The model of users, in the version that they are stored as; undefined if there is none. */
export function userModel({ models }: Pick<ProjectModel, "models">): Model | undefined {
  const versions = models.filter(({ kind }) => kind === USER_KIND);
  return versions.find(({ storage }) => storage === true) ?? versions[0];
}
