import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec { text: string }
export interface Note extends Extension<NoteSpec, { seen?: boolean }> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notices", singular: "notice",
  statusSubresource: false,
  history: { keep: "9d" },
  lastChangedBy: true,
});
