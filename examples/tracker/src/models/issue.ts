import { defineModel, index, multiIndex, type Extension, type Ref, type Timestamp } from "@cmgen/model";
import type { Project } from "./project.js";

export interface IssueSpec {
  /** @minLength 1 @maxLength 200 */
  title: string;
  /** A project with issues cannot be deleted. */
  project: Ref<Project>;
  /** @default "open" */
  state?: "open" | "closed";
  due?: Timestamp;
  /** @uniqueItems @maxItems 10 */
  tags?: string[];
  /** An issue that is deleted is taken out of this list. */
  blockedBy?: Ref<Issue, { onDelete: "clear" }>[];
}

export type Issue = Extension<IssueSpec>;

export default defineModel<Issue>({
  group: "tracker.example.com",
  version: "v1alpha1",
  kind: "Issue",
  plural: "issues",
  singular: "issue",
  indexes: [index("spec.state"), index("spec.due"), multiIndex("spec.tags")],
});
