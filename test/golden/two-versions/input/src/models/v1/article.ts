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
  indexes: [index("spec.title", { storedAs: "spec.name" })],
  check({ object: { spec }, refuse }) {
    if (spec.title === "gift" && spec.price.amount !== 0) refuse("spec.price.amount", "must be zero for a gift");
  },
});
