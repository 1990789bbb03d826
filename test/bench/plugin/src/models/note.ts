import { defineModel, index, type Extension } from "@cmgen/model";

export interface NoteSpec {
  text: string;
}

/** The type of another plugin in the same service, which goes on answering while the items' indexes are built. */
export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  indexes: [index("spec.text")],
});
