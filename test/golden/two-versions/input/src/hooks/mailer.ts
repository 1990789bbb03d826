import { defineHooks } from "@cmgen/runtime";

import { siteSettingModel } from "../made/v2/models.js";

export default defineHooks({
  model: siteSettingModel,
  default: (setting) => {
    if (setting.spec !== undefined) setting.spec.freeShippingFrom ??= null;
  },
});
