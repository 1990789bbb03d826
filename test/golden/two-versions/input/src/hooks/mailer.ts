import { defineHooks } from "@cmgen/runtime";

import { siteSettingModel } from "../made/v2/models.js";

export default defineHooks({
  model: siteSettingModel,
  prepare: ({ object: setting }) => {
    if (setting.spec !== undefined) setting.spec.freeShippingFrom ??= null;
  },
});
