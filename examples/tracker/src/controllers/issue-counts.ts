import { defineController } from "@cmgen/runtime";
import { issueModel, projectModel } from "../generated/v1alpha1/models.js";

/** Keeps the numbers of open and of closed issues in the status of their project. */
export default defineController({
  name: "issue-counts",
  model: projectModel,
  watches: [{ model: issueModel, key: (issue) => issue.spec.project }],
  async reconcile({ name, resource }) {
    const count = (state: "open" | "closed") =>
      resource(issueModel).count({ where: { "spec.project": name, "spec.state": state } });
    await resource(projectModel).status.update(name, { open: await count("open"), closed: await count("closed") });
  },
});
