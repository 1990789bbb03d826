import { defineController } from "@cmgen/runtime";

import { articleModel } from "../made/v2/models.js";

export default defineController({
  name: "mailer",
  model: articleModel,
  async reconcile() {},
});
