import { defineModel, index, type Extension, type Ref } from "@cmgen/model";

import type { Article as TriedArticle } from "../v2beta1/article.js";
import type { Currency, Price } from "../price.js";

export interface SiteSettingSpec {
  currency: Currency;
  freeShippingFrom?: Price | null;
  /** Of a version without routes: lists include it as that. */
  gift?: Ref<TriedArticle>;
}

export interface SiteSettingStatus {
  seen: boolean;
}

export interface SiteSetting extends Extension<SiteSettingSpec | undefined, SiteSettingStatus> {}

export default defineModel<SiteSetting>({
  group: "shop.example.com",
  version: "v2",
  kind: "SiteSetting",
  plural: "site-settings",
  singular: "site-setting",
  indexes: [index("spec.freeShippingFrom.amount"), index("status.seen"), index({ name: "currency", value: (setting) => setting.spec?.currency })],
});
