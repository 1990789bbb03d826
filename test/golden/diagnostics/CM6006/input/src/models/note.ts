import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec { text: string }
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
