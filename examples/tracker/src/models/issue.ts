import { defineModel, type Extension, type Ref, type Timestamp } from "@cmgen/model";
import type { Project } from "./project.js";

export interface IssueSpec {
  /** @minLength 1 @maxLength 200 */
  title: string;
  /** A project with issues cannot be deleted. */
  project: Ref<Project>;
  /** @index @default "open" */
  state?: "open" | "closed";
  /** @index */
  due?: Timestamp;
  /** @index @uniqueItems @maxItems 10 */
  tags?: string[];
  blockedBy?: Ref<Issue, { onDelete: "clear" }>[];
}

export type Issue = Extension<IssueSpec>;
export default defineModel<Issue>({ history: { keep: "30d" } });
