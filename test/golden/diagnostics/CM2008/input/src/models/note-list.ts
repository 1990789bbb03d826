import { defineModel, type Extension } from "@cmgen/model";

interface NoteList extends Extension<{ text: string }> {}

export default defineModel<NoteList>({
  group: "notes.example.com", version: "v1alpha1", kind: "NoteList", plural: "note-lists", singular: "note-list",
});
