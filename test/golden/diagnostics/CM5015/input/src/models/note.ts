import { defineModel, type Extension, type Integer, type Timestamp } from "@cmgen/model";

interface NoteSpec {
  /** @search */
  page: Integer;
  /** @search */
  read?: Timestamp[];
  /** @search @index */
  title?: string;
  /** @search */
  tags?: string[] | null;
}
export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
