import { defineModel, index, multiIndex, type Extension } from "@cmgen/model";

interface NoteSpec {
  text: string;
  lists: string[][];
  objects: { name: string }[];
  mixed: (string | number)[];
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  indexes: [
    multiIndex("spec.text"),
    multiIndex("spec.lists"),
    multiIndex("spec.objects"),
    multiIndex("spec.mixed"),
  ],
});
