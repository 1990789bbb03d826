import { defineSchedule } from "@cmgen/runtime";
import { issueModel } from "../generated/v1alpha1/models.js";

const OVERDUE = "tracker.example.com/overdue";

/** Labels open issues that are past their due date. */
export default defineSchedule({
  name: "overdue",
  cron: "0 * * * *",
  async run({ due, resource }) {
    const issues = resource(issueModel);
    const where = { "spec.state": "open", "spec.due": { lt: due } } as const;
    for await (const { metadata } of issues.each({ where, labels: { [OVERDUE]: { exists: false } } })) {
      await issues.update(metadata.name, { metadata: { labels: { [OVERDUE]: "true" } } });
    }
  },
});
