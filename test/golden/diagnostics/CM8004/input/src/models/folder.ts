import { defineModel, type Extension } from "@cmgen/model";

export interface Folder extends Extension<{ title: string }> {}

export default defineModel<Folder>({
  group: "notes.example.com", version: "v1alpha1", kind: "Folder", plural: "folders", singular: "folder",
});
