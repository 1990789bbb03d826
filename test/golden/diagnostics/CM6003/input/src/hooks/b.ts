import { defineHooks } from "@cmgen/runtime";
import { noteModel as model } from "../generated/v1alpha1/note/descriptor.js";

const hooks = defineHooks({ model, validate: () => [] });
export default hooks;
