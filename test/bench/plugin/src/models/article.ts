import { defineModel, index, type Extension } from "@cmgen/model";
import type { EntrySpec } from "./entry.js";

export interface ArticleSpec extends EntrySpec {
  author: string;
  /** @search */
  text: string;
}

/** What the bench of selectors selects from: what the bench of lists does, an author, and a text whose words are searched. */
export interface Article extends Extension<ArticleSpec> {}

export default defineModel<Article>({
  group: "lists.example.com",
  version: "v1",
  kind: "Article",
  plural: "articles",
  singular: "article",
  indexes: [
    index("spec.code"),
    index("spec.group"),
    index("spec.age", { order: "DESC" }),
    index("spec.score"),
    index({ name: "spec.tags", values: (article) => article.spec.tags }),
    index("spec.owner"),
    index("spec.author"),
  ],
});
