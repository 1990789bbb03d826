import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec { text: string }
export interface Note extends Extension<NoteSpec, { seen?: boolean }> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1beta1", kind: "Note", plural: "notes", singular: "note",
  storage: true,
  internal: true,
  history: { keep: "90d" },
});
