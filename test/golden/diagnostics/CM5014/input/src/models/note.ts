import { defineModel, index, type Extension, type Integer, type Timestamp } from "@cmgen/model";

interface NoteSpec {
  /** @index desc ci */
  page: Integer;
  /** @index ci */
  read?: Timestamp[];
  /** @index ci */
  title?: string;
}
export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  indexes: [index({ name: "even", value: (note) => note.spec.page % 2 === 0, ci: true })],
});
