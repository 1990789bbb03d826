import { defineModel, type Extension } from "@cmgen/model";

enum None {}

interface NoteSpec {
  lines: never[];
  none: None;
  excluded: Exclude<"a" | "b", string>;
  /** Says that it is not there, and may be left out. */
  absent?: never;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
