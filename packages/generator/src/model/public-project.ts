import type { Model, ProjectModel } from "./model.js";
import { oncePer } from "./once-per.js";

/** What of a project is for callers: its models are as they are known outside. */
export const publicProject: <Project extends Pick<ProjectModel, "models">>(project: Project) => Project = oncePer(
  (project) =>
    project.models.some(({ internal }) => internal) ? { ...project, models: publicModels(project) } : project,
);

/**
 * The models as callers know them: `include` does not lead to internal ones, whose names the objects have all the same. Internal models stay: objects of
 * other models may contain theirs, and a schema that nothing leads to is left out by whoever prints it.
 */
function publicModels({ models }: Pick<ProjectModel, "models">): readonly Model[] {
  const internal = new Set(models.filter((model) => model.internal).map(nameOf));
  return models.map((model) => {
    const { references: all = [], ...rest } = model;
    const references = all.filter(({ apiVersion, kind }) => !internal.has(`${apiVersion} ${kind}`));
    return references.length === all.length ? model : { ...rest, ...(references.length > 0 && { references }) };
  });
}

function nameOf({ group, version, kind }: Model): string {
  return `${group}/${version} ${kind}`;
}
