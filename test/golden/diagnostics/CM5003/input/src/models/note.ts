import { defineModel, index, type Extension } from "@cmgen/model";

interface NoteSpec {
  text: string;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  indexes: [
    index({ name: "first word", value: ({ spec }) => spec.text.split(" ")[0] }),
    index({ name: "", value: ({ spec }) => spec.text }),
    index({ name: "a=b", value: ({ spec }) => spec.text }),
    index({ name: "!text", value: ({ spec }) => spec.text }),
  ],
});
