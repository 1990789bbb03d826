import { kindVersions, storageVersionOf } from "./kind-versions.js";
import type { Model, ProjectModel } from "./model.js";
import { oncePer } from "./once-per.js";

/**
 * For each model the references that lead to it, as callers name them: `comments.spec.article`, or with the group of the objects that refer where that
 * is another one. Those of internal models are not among them.
 */
export const referrers = oncePer(
  (project: Pick<ProjectModel, "models">): ReadonlyMap<Model, readonly string[]> =>
    new Map(project.models.map((model) => [model, referrersOf(model, project)])),
);

/** The service finds other objects in the version of the model, if they have that, else as they are stored. */
function referrersOf(model: Model, project: Pick<ProjectModel, "models">): readonly string[] {
  const apiVersions = project.models
    .filter(({ group, kind }) => group === model.group && kind === model.kind)
    .map(({ group, version }) => `${group}/${version}`);
  return kindVersions(project).flatMap((versions) => {
    const {
      plural,
      group,
      internal,
      references = [],
    } = versions.find(({ version }) => version === model.version) ?? storageVersionOf(versions);
    if (internal) return [];
    const resource = group === model.group ? plural : `${plural}.${group}()`;
    return references
      .filter(({ apiVersion, kind }) => kind === model.kind && apiVersions.includes(apiVersion))
      .map(({ index }) => `${resource}.${index}`);
  });
}
