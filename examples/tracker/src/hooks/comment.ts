import { defineHooks } from "@cmgen/runtime";
import { commentModel, issueModel } from "../generated/v1alpha1/models.js";

/** Trims comments, and refuses new ones on issues that are closed. */
export default defineHooks({
  model: commentModel,
  prepare({ object: comment }) {
    comment.spec.text = comment.spec.text.trim();
  },
  async check({ object: comment, operation, resource, refuse }) {
    if (operation !== "create") return;
    const issue = await resource(issueModel).find(comment.spec.issue);
    if (issue?.spec.state === "closed") refuse("spec.issue", "The issue is closed.");
  },
});
