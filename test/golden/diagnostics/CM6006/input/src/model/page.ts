import { defineModel, type Extension } from "@cmgen/model";

export default defineModel<Extension<{ text: string }>>({ kind: "Page" });
