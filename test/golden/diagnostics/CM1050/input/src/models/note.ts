import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec {
  text: string;
}
type Note = Extension<NoteSpec>;

const shown = { access: "nobody" } as const;

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  internal: true,
  ...shown,
});
