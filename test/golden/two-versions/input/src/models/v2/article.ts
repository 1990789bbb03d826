import { defineModel, index, type Extension } from "@cmgen/model";

import type { Price } from "../price.js";
import type { Article as ArticleV1 } from "../v1/article.js";

/** Something to buy. */
export interface ArticleSpec {
  name: string;
  price: Price;
}

export interface Article extends Extension<ArticleSpec> {}

export default defineModel<Article, { v1: ArticleV1 }>({
  lastChangedBy: true,
  history: { keep: "90d", versions: 20 },
  group: "shop.example.com",
  version: "v2",
  kind: "Article",
  plural: "articles",
  singular: "article",
  storage: true,
  indexes: [index("spec.name")],
  columns: ["spec.name", "spec.price.amount"],
  check: ({ object: { spec }, refuse }) => {
    if (spec.name === "gift" && spec.price.amount !== 0) refuse("spec.price.amount", "must be zero for a gift");
  },
  convert: {
    from: { v1: ({ spec: { title, price } }) => ({ spec: { name: title, price } }) },
    to: { v1: ({ spec: { name, price } }) => ({ spec: { title: name, price } }) },
  },
});
