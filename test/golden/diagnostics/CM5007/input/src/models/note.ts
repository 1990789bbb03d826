import { defineModel, index, type Extension } from "@cmgen/model";

interface NoteSpec {
  text: string;
  size?: number;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  indexes: [
    index({ name: "size", value: ({ spec }) => spec.size ?? "none" }),
    index({ name: "parts", values: ({ spec }) => [spec.text, new Date(0)] }),
    index({ name: "length", value: ({ spec }) => spec.text.length }),
  ],
});
