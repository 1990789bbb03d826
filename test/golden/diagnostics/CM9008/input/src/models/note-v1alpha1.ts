import { defineModel, type Extension } from "@cmgen/model";

export type Note = Extension<{
  text: string;
  token?: string;
  parts?: { /** @secret */ key: string }[];
}>;

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
