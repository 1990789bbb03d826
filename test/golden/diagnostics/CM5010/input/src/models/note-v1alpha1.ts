import { defineModel, index, type Extension, type Integer } from "@cmgen/model";

interface NoteSpec { page: Integer }
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
  indexes: [index("spec.page")],
});
