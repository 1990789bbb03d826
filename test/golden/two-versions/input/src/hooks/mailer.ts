import { defineHooks } from "@cmgen/runtime";

import { articleModel } from "../made/v2/models.js";

export default defineHooks({
  model: articleModel,
  default: (article) => {
    article.spec.title = article.spec.title.trim();
  },
});
