import { defineModel, index, type Extension, type Ref } from "@cmgen/model";

interface NoteSpec {
  before?: Ref<Note>;
}
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
  indexes: [index({ name: "spec.before", value: (note) => note.metadata.name })],
});
