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
  group: "shop.example.com",
  version: "v2",
  kind: "Article",
  plural: "articles",
  singular: "article",
  storage: true,
  indexes: [index("spec.name")],
  rules: [
    {
      path: "/spec/price/amount",
      message: "must be zero for a gift",
      check: (article) => article.spec.name !== "gift" || article.spec.price.amount === 0,
    },
  ],
  convert: {
    from: { v1: ({ spec: { title, price } }) => ({ spec: { name: title, price } }) },
    to: { v1: ({ spec: { name, price } }) => ({ spec: { title: name, price } }) },
  },
});
