import { defineModel, type Envelope } from "@cmgen/model";

interface NoteSpec { text: string }
interface Note extends Envelope {
  spec: NoteSpec;
  status: { words: number };
}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
