import { defineModel, type Extension, type Ref } from "@cmgen/model";
import type { Issue } from "./issue.js";

export interface CommentSpec {
  /**
   * A comment is deleted with its issue, and stays with it.
   * @immutable
   */
  issue: Ref<Issue, { onDelete: "cascade" }>;
  /** @minLength 1 @maxLength 10000 */
  text: string;
}

export type Comment = Extension<CommentSpec>;

export default defineModel<Comment>({
  group: "tracker.example.com",
  version: "v1alpha1",
  kind: "Comment",
  plural: "comments",
  singular: "comment",
});
