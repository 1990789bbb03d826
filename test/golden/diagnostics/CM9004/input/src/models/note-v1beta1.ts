import { defineModel, type Extension } from "@cmgen/model";
import type { Note as NoteV1alpha1 } from "./other.js";

interface NoteBetaSpec { text: string }
export interface Note extends Extension<NoteBetaSpec> {}

export default defineModel<Note, { v1alpha1: NoteV1alpha1 }>({
  group: "notes.example.com", version: "v1beta1", kind: "Note", plural: "notes", singular: "note",
  storage: true,
  convert: {
    from: { v1alpha1: ({ spec }) => ({ spec: { text: spec.body } }) },
    to: { v1alpha1: ({ spec }) => ({ spec: { body: spec.text } }) },
  },
});
