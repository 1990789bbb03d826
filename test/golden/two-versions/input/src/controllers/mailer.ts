import { defineController } from "@cmgen/runtime";

import { articleModel } from "../made/v2/article/descriptor.js";

export default defineController({
  name: "mailer",
  model: articleModel,
  async reconcile() {},
});
