import { defineHooks } from "@cmgen/runtime";
import * as notes from "../generated/v1alpha1/models.js";

export { hooks as default };

const hooks = defineHooks({
  check: () => {},
  model: notes.noteModel,
});
