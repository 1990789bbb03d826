import { defineHooks } from "@cmgen/runtime";
import { noteModel } from "../generated/v1alpha1/note/descriptor.js";

export default defineHooks({ model: noteModel, validate: () => [] });
