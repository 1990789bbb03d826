import { defineModel, type Extension, type Ref } from "@cmgen/model";

interface NoteSpec {
  text: string;
  answers?: Ref<Note, { onDelete: "cascade" }>;
}
export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
