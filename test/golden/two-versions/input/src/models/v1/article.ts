import { defineModel, index, type Extension } from "@cmgen/model";

import type { Price } from "../price.js";

/** Something to buy. */
export interface ArticleSpec {
  title: string;
  price: Price;
}

export interface Article extends Extension<ArticleSpec> {}

export default defineModel<Article>({
  group: "shop.example.com",
  version: "v1",
  kind: "Article",
  plural: "articles",
  singular: "article",
  deprecated: 'use v2, which has a "name"',
  indexes: [index("spec.title", { storage: "spec.name" })],
  rules: [
    {
      path: "/spec/price/amount",
      message: "must be zero for a gift",
      check: (article) => article.spec.title !== "gift" || article.spec.price.amount === 0,
    },
  ],
});
