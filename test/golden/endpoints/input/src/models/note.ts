import { defineModel, index, type Extension } from "@cmgen/model";

/** Whom a note is for. */
export interface Reader {
  /** @format email */
  mail: string;
}

export interface NoteSpec {
  text: string;
  reader?: Reader;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  indexes: [index("spec.text")],
});
