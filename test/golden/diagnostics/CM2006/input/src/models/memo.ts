import { defineModel, type Extension } from "@cmgen/model";

interface Memo extends Extension<{ text: string }> {}

export default defineModel<Memo>({
  group: "notes.example.com", version: "v1alpha1", kind: "Memo", plural: "notes", singular: "memo",
});
