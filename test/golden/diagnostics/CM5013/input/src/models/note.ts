import { defineModel, index, type Extension, type Ref } from "@cmgen/model";

interface NoteSpec {
  /** @secret @unique */
  token: string;
  /** @secret */
  login?: { name: string };
  /** @secret */
  pin?: string;
  /** @secret */
  next?: Ref<Note>;
  /** @index */
  title?: string;
}
export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  indexes: [index("spec.login.name"), index({ name: "pin", value: (note) => note.spec.pin })],
});
