import { defineModel, index, multiIndex, type Extension } from "@cmgen/model";

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
    index("first word", ({ spec }) => spec.text.split(" ")[0]),
    index("", ({ spec }) => spec.text),
    index("a=b", ({ spec }) => spec.text),
    index("!text", ({ spec }) => spec.text),
  ],
});
