import { defineHooks } from "@cmgen/runtime";

import { articleModel } from "../made/v2/models.js";

export default defineHooks({
  model: articleModel,
  beforeWrite: ({ old, operation }) => {
    if (operation === "delete") throw new Error(`${old.metadata.name} stays`);
  },
});
