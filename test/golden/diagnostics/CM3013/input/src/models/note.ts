import { defineModel, type Extension } from "@cmgen/model";

enum Size {
  Small = 1,
  Large = Math.PI,
}

interface NoteSpec {
  size: Size;
}
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
