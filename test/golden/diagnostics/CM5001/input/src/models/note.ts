import { defineModel, index, type Extension } from "@cmgen/model";

interface NoteSpec {
  text: string;
  /** @unique */
  title: string;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  indexes: [
    index("spec.text"),
    index("spec.text", { unique: true }),
    index({ name: "spec.text", values: ({ spec }) => spec.text.split(" ") }),
    index("spec.title"),
  ],
});
