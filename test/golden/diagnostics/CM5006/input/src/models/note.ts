import { defineModel, index, type Extension } from "@cmgen/model";

interface NoteSpec {
  text: string;
}

export interface Note extends Extension<NoteSpec> {}

function lengthOf({ spec }: Note): number {
  return spec.text.length;
}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  indexes: [
    index("words", (note: Note) => note.spec.text.split(" ")),
    index("length", lengthOf, { unique: true }),
    index({ name: "first" }),
    index({ value: lengthOf }),
    index({ name: "both", value: lengthOf, values: () => [] }),
  ],
});
