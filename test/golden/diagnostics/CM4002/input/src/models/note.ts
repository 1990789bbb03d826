import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec {
  /** @required */
  text: string;
  /** @type {string} */
  kindOf: string;
  /** @nullable */
  size: number;
  /** @enum a b */
  choice: string;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
