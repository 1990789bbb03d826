import type { Model, ProjectModel } from "./model.js";

/** Something that is done with a project, or with a part of it. */
export type Work = (project: ProjectModel) => unknown;

/**
 * The model that work fails at: it fails for this one alone, and not without it. Called once the work has failed, so it may take its time.
 */
export function failingModel(project: ProjectModel, work: Work): Model | undefined {
  for (const model of project.models) {
    const others = project.models.filter((other) => other !== model);
    const isAlone = fails(work, { ...project, models: [model] });
    if (isAlone && !fails(work, { ...project, models: others })) return model;
  }
  return undefined;
}

function fails(work: Work, project: ProjectModel): boolean {
  try {
    work(project);
    return false;
  } catch {
    return true;
  }
}

/** How a report of a bug names a model. */
export function modelPlace({ kind, module }: Model): string {
  return `the model ${kind} in ${module}`;
}

/** The message of what was thrown, with what was being worked on. */
export function messageAt(error: unknown, place: string | undefined): string {
  const message = error instanceof Error ? error.message : String(error);
  return place === undefined ? message : `${message} (at ${place})`;
}

/** Does something; an error that nobody foresaw says at which place it came. */
export function naming<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(messageAt(error, place), { cause: error });
  }
}
