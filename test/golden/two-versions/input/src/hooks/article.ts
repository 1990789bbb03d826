import { defineHooks } from "@cmgen/runtime";

import { articleModel } from "../made/v2/models.js";

export default defineHooks({
  model: articleModel,
  beforeWrite: (_article, context) => {
    if (context.operation === "delete") throw new Error(`${context.old.metadata.name} stays`);
  },
});
