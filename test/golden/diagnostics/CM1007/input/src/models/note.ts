import { defineModel } from "@cmgen/model";

interface NoteSpec { text: string }
interface Note {
  spec: NoteSpec;
}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
