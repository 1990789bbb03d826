import { defineModel, type Extension } from "@cmgen/model";

import type { ArticleSpec } from "../v2/article.js";

/** Something to buy, as it was tried out. */
export interface Article extends Extension<ArticleSpec> {}

export default defineModel<Article>({
  group: "shop.example.com",
  version: "v2beta1",
  kind: "Article",
  plural: "articles",
  singular: "article",
  served: false,
});
