import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec {
  text: string;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "cmgen.dev",
  version: "v1alpha1",
  kind: "NoteA",
  plural: "notes-a",
  singular: "note-a",
});
