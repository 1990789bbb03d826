import { defineHooks } from "@cmgen/runtime";
import { noteModel } from "../generated/v1alpha1/models.js";

export default defineHooks({ model: noteModel, check: () => undefined });
