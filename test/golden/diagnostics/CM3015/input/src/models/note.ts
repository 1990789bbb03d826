import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec {
  size: bigint;
  one: 1n;
  listed: (string | bigint)[];
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
