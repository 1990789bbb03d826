import { defineModel, type Extension, type Ref } from "@cmgen/model";

type Kept = { onDelete: "restrict" } | { onDelete: "clear" };
interface NoteSpec {
  before?: Ref<Note, Kept>;
}
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
