import { defineModel, index, type Extension } from "@cmgen/model";

interface NoteSpec { text: string }
export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
  indexes: [index("spec.text"), index({ name: "first", value: (note) => note.spec.text.charAt(0), storedAs: "initial" })],
});
