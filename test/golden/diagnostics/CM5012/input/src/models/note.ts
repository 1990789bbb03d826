import { defineModel, index, type Extension } from "@cmgen/model";

interface NoteSpec {
  /** @index */
  book: string;
  page: number;
  /** @index */
  tags: string[];
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  indexes: [
    index(["spec.book", "spec.page"], { unique: true }),
    index(["spec.book", "spec.tags"]),
    index({ name: "letter", value: ({ spec }) => spec.book[0] }),
    index(["spec.book", "letter" as never]),
  ],
});
