import { defineController } from "@cmgen/runtime";
import { issueModel, projectModel } from "../generated/v1alpha1/models.js";

/** Keeps the numbers of open and of closed issues in the status of their project. */
export default defineController({
  name: "issue-counts",
  model: projectModel,
  watches: [{ model: issueModel, key: (issue) => issue.spec.project }],
  async reconcile({ metadata: { name } }, { resource }) {
    const count = async (state: "open" | "closed") =>
      (await resource(issueModel).list({ where: { "spec.project": name, "spec.state": state }, page: 1, size: 1 }))
        .total;
    const status = { open: await count("open"), closed: await count("closed") };
    await resource(projectModel).changeStatus(name, () => status);
  },
});
