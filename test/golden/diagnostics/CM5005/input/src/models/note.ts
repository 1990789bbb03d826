import { defineModel, index, type Extension } from "@cmgen/model";

interface NoteSpec {
  nested: { text: string };
  keyed: Record<string, string>;
  either: string | number;
  nothing: null;
  lists: string[][];
  objects: { name: string }[];
  mixed: (string | number)[];
  /** @index */
  tagged: { text: string };
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  indexes: [
    index("spec.nested"),
    index("spec.keyed"),
    index("spec.either"),
    index("spec.nothing"),
    index("spec"),
    index("spec.lists"),
    index("spec.objects"),
    index("spec.mixed"),
  ],
});
