import type { Model, ProjectModel } from "./model.js";

/** The kind of the objects that say what other programs are told of. */
export const SUBSCRIPTION_KIND = "Subscription";

/** The model of subscriptions, in the version that they are stored as; undefined if there is none. */
export function subscriptionModel({ models }: Pick<ProjectModel, "models">): Model | undefined {
  const versions = models.filter(({ kind }) => kind === SUBSCRIPTION_KIND);
  return versions.find(({ storage }) => storage === true) ?? versions[0];
}
