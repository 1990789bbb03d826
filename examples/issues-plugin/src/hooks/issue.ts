import { projectModel } from "@cmgen-examples/projects-plugin/models";
import { defineHooks } from "@cmgen/runtime";
import { issueModel } from "../generated/v1alpha1/models.js";

/** Keeps new issues out of projects that are being deleted. The project may come later, as manifests of two plugins do. */
export default defineHooks({
  model: issueModel,
  async check({ object: issue, operation, resource, refuse }) {
    if (operation !== "create") return;
    const project = await resource(projectModel).find(issue.spec.project);
    if (project?.metadata.deletionTimestamp !== undefined) refuse("spec.project", "The project is being deleted.");
  },
});
