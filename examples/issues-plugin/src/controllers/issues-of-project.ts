import { projectModel } from "@cmgen-examples/projects-plugin/models";
import { defineController } from "@cmgen/runtime";
import { issueModel } from "../generated/v1alpha1/models.js";

/** Keeps the numbers of issues in the status of their project, and deletes the issues of a project before it goes. */
export default defineController({
  name: "issues-of-project",
  model: projectModel,
  watches: [{ model: issueModel, key: (issue) => issue.spec.project }],
  finalizer: {
    name: "issues.example.com/issues",
    async cleanup({ object: { metadata }, resource }) {
      const issues = resource(issueModel);
      const where = { "spec.project": metadata.name };
      for await (const issue of issues.each({ where })) await issues.delete(issue.metadata.name);
      const { total } = await issues.list({ where, page: 1, size: 1 });
      // Issues with finalizers of their own: the watch wakes this again when they are gone.
      return total === 0 ? undefined : { requeueAfter: "1m" };
    },
  },
  async reconcile({
    object: {
      metadata: { name },
    },
    resource,
  }) {
    const count = async (state: "open" | "closed") =>
      (await resource(issueModel).list({ where: { "spec.project": name, "spec.state": state }, page: 1, size: 1 }))
        .total;
    const status = { open: await count("open"), closed: await count("closed") };
    await resource(projectModel).status.update(name, () => status);
  },
});
