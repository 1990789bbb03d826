import { defineController } from "@cmgen/runtime";
import { projectModel, taskModel } from "../generated/v1alpha1/models.js";

/** Holds a project until its tasks are gone. */
const FINALIZER = "tasks.example.com/has-tasks";

/** How soon a project that is being deleted is looked at again while it has tasks. */
const RETRY_MS = 500;

/** Puts a finalizer on every project, and takes it off when the project is being deleted and has no tasks any more. */
export default defineController({
  name: "project-cleanup",
  model: projectModel,
  async reconcile({ metadata }, context) {
    const { name, version, finalizers = [] } = metadata;
    const projects = context.resource(projectModel);
    // A list replaces the list in a merge patch; with the version, one made from an older list is refused.
    const setFinalizers = (next: string[]) => projects.patch(name, { metadata: { version, finalizers: next } });

    if (metadata.deletionTimestamp === undefined) {
      if (!finalizers.includes(FINALIZER)) await setFinalizers([...finalizers, FINALIZER]);
      return;
    }
    if (!finalizers.includes(FINALIZER)) return;
    const tasks = await context.resource(taskModel).list({ where: { "spec.project": name }, page: 1, size: 1 });
    if (tasks.total === 0) {
      await setFinalizers(finalizers.filter((finalizer) => finalizer !== FINALIZER));
      return;
    }
    await projects.updateStatus({ metadata: { name }, status: { tasksLeft: tasks.total ?? 0 } });
    return { requeueAfterMs: RETRY_MS };
  },
});
