import { defineModel, type Extension, type Integer, type Ref, type Timestamp } from "@cmgen/model";
import type { User } from "./user.js";

export interface ArticleSpec {
  /**
   * Made from the title. The object has a name of its own, so it changes with the title.
   * @unique @maxLength 120
   */
  slug: string;
  /** @minLength 1 @maxLength 200 */
  title: string;
  /** @maxLength 2000 */
  description: string;
  /** @maxLength 100000 */
  body: string;
  /** @index @uniqueItems @maxItems 20 */
  tagList: string[];
  author: Ref<User, { onDelete: "cascade" }>;
  /** When its author changed it last. */
  updatedAt: Timestamp;
}

export interface ArticleStatus {
  /** How many comments it has had, which is the number of the last one. */
  comments: Integer;
}

export type Article = Extension<ArticleSpec, ArticleStatus>;
export default defineModel<Article>({ internal: true });
