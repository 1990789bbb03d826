import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec { text: string }
export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v3", kind: "Card", plural: "cards", singular: "card",
  storage: true,
});
