import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec {
  /** @maxLength */
  text: string;
  /** @pattern */
  word: string;
  /** @minimum */
  count: number;
  /** @listKey */
  items: { name: string }[];
  /** @default */
  name?: string;
  /** @schema */
  schema: string;
  /** @title */
  title: string;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
