import { defineModel, type Extension } from "@cmgen/model";

interface Circle {
  type: "shape";
  radius: number;
}

interface Square {
  type: "shape";
  side: number;
}

interface NoteSpec {
  shape: Circle | Square;
}
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
