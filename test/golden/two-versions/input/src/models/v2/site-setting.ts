import { defineModel, index, type Extension } from "@cmgen/model";

import type { Currency, Price } from "../price.js";

export interface SiteSettingSpec {
  currency: Currency;
  freeShippingFrom?: Price | null;
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
  subresources: { status: true },
  indexes: [index("spec.freeShippingFrom.amount"), index("status.seen"), index("currency", (setting) => setting.spec?.currency)],
});
