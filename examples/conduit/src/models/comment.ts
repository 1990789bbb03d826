import { defineModel, type Extension, type Integer, type Ref } from "@cmgen/model";
import type { Article } from "./article.js";
import type { User } from "./user.js";

export interface CommentSpec {
  article: Ref<Article, { onDelete: "cascade" }>;
  author: Ref<User, { onDelete: "cascade" }>;
  /** Counted from 1 in each article. */
  number: Integer;
  /** @minLength 1 @maxLength 10000 */
  body: string;
}

export type Comment = Extension<CommentSpec>;
export default defineModel<Comment>({ internal: true });
