import { defineModel, type Extension } from "@cmgen/model";

export type Note = Extension<{
  text: string;
  /** @secret */ token?: string;
  parts?: { key: string }[];
}>;

export default defineModel<Note>({
  group: "notes.example.com", version: "v1beta1", kind: "Note", plural: "notes", singular: "note", storage: true,
});
