import { defineModel, type Extension, type Ref } from "@cmgen/model";
import type { Issue } from "./issue.js";

export interface CommentSpec {
  /** @immutable */
  issue: Ref<Issue, { onDelete: "cascade" }>;
  /** @minLength 1 @maxLength 10000 */
  text: string;
}

export type Comment = Extension<CommentSpec>;
export default defineModel<Comment>({ columns: ["spec.issue", "spec.text"] });
