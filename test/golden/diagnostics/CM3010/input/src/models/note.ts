import { defineModel, type Extension } from "@cmgen/model";

interface Lists<T> {
  all: { [P in keyof T]: T[P][] };
}

interface NoteSpec {
  lines: Lists<[string, number]>;
}
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
