import { defineHooks } from "@cmgen/runtime";
import { projectModel, taskModel } from "../generated/v1alpha1/models.js";

/** Tidies tasks up on their way in, and keeps new ones out of projects that are being deleted: those wait for their tasks to go. */
export default defineHooks({
  model: taskModel,
  prepare({ object: task, subresource }) {
    // Where controllers write the status, the spec is none of this write's business.
    if (subresource === undefined) task.spec.title = task.spec.title.trim();
  },
  async check({ object: task, operation, resource, refuse }) {
    if (operation !== "create") return;
    const project = await resource(projectModel).find(task.spec.project);
    if (project?.metadata.deletionTimestamp !== undefined)
      refuse("spec.project", `The project ${project.spec.title} is being deleted.`);
  },
});
