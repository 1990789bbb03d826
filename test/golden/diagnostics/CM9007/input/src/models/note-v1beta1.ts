import { defineModel, type Extension, type Ref } from "@cmgen/model";

interface NoteBetaSpec {
  text: string;
  answers?: Ref<Note, { onDelete: "clear" }>;
}
export interface Note extends Extension<NoteBetaSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1beta1", kind: "Note", plural: "notes", singular: "note",
  storage: true,
});
