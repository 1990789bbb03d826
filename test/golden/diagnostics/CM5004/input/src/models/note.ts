import { defineModel, index, type Extension } from "@cmgen/model";

interface NoteSpec {
  text: string;
  author: { name: string };
  keyed: Record<string, string>;
  either: { a: string } | { b: string };
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  indexes: [
    index("spec.txet"),
    index("spec.author.nmae"),
    index("spc.text"),
    index("spec.text.length"),
    index("status.phase"),
    index("spec.either.a"),
    index("spec.lines"),
  ],
});
