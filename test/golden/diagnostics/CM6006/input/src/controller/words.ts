import { defineController } from "@cmgen/runtime";
import { noteModel } from "../generated/v1alpha1/models.js";

export default defineController({ name: "words", model: noteModel, reconcile: () => undefined });
