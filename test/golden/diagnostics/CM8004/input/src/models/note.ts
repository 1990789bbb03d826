import { defineModel, type Extension, type Ref } from "@cmgen/model";
import type { Folder } from "./folder.js";

interface NoteSpec {
  oneOrMany?: Ref<Note> | Ref<Note>[];
  either?: Ref<Note> | Ref<Folder>;
  options?: { by: Ref<Note>; kind: "a" } | { by: Ref<Note, { check: false }>; kind: "b" };
  textOr?: { at: Ref<Note>; type: "note" } | { at: string; type: "address" };
  kept?: { by: Ref<Note>; one: 1 } | { by?: Ref<Note>; two: 2 };
}
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
