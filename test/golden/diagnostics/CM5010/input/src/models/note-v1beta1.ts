import { defineModel, index, type Extension } from "@cmgen/model";

export interface Note extends Extension<{ page: string }> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1beta1", kind: "Note", plural: "notes", singular: "note",
  indexes: [index("spec.page")],
});
