import { defineModel } from "@cmgen/model";
import type { Note } from "./note.js";

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Memo", plural: "memos", singular: "memo",
});
