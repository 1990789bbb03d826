import { defineModel, type Extension, type Ref } from "@cmgen/model";

interface Section {
  about?: Ref<Note>;
  sections?: Section[];
}
interface NoteSpec {
  sections: Section[];
}
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
