import { defineHooks } from "@cmgen/runtime";
import { noteModel } from "../generated/v1alpha1/models.js";

export const noteHooks = defineHooks({ model: noteModel, check: () => {} });
