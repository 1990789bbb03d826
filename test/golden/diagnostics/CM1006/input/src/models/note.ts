import { defineModel, index, type Extension } from "@cmgen/model";

interface NoteSpec {
  text: string;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  index: [],
  indexes: [index("spec.text", { uniqe: true })],
  chek: ({ object, refuse }) => object.spec.text !== "" || refuse("spec.text", "It is empty."),
  subresources: { status: true },
});
