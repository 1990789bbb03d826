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
    index("metadata.name"),
    index("metadata.creationTimestamp", { order: "DESC" }),
    index("metadata.deletionTimestamp"),
    index({ name: "metadata.labels", values: ({ metadata }) => Object.keys(metadata.labels ?? {}) }),
  ],
});
