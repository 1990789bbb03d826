import { defineModel, index, type Extension, type Integer } from "@cmgen/model";
import type { Note as NoteV1beta1 } from "./note-v1beta1.js";

interface NoteSpec { page: Integer }
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note, { v1beta1: NoteV1beta1 }>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
  storage: true,
  indexes: [index("spec.page")],
  convert: {
    from: { v1beta1: ({ spec }) => ({ spec: { page: Number(spec.page) } }) },
    to: { v1beta1: ({ spec }) => ({ spec: { page: String(spec.page) } }) },
  },
});
