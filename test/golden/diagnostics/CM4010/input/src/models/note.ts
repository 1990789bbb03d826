import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec {
  /** @listKey id */
  lines: { text: string }[];
  /** @listKey id */
  optional: { id?: string }[];
  /** @listKey id */
  objects: { id: { text: string } }[];
  /** @listKey id */
  nullable: { id: string | null }[];
  /** @listKey id */
  names: string[];
  /** @listKey id */
  none: string;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
