import { defineModel, index, type Extension } from "@cmgen/model";

interface NoteSpec { text: string }
export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1beta1", kind: "Note", plural: "notes", singular: "note",
  storage: true,
  indexes: [index({ name: "text", value: (note) => note.spec.text })],
});
