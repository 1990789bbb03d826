import { defineHooks } from "@cmgen/runtime";
import { noteModel as model } from "../generated/v1alpha1/models.js";

const hooks = defineHooks({ model, check: () => {} });
export default hooks;
