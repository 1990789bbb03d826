import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec {
  "mood\ud83d"?: string;
  byKey?: Record<"a\udc00" | "b", string>;
  whole?: { "\ud83d\ude42": string };
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
