import { defineModel, type Extension } from "@cmgen/model";

/** @maxLength 5 */
type Short = string;

/** @minimum 1 */
type Rank = number;

type Inner<T> = T extends Promise<infer U> ? U : never;

interface NoteSpec {
  awaited: Awaited<Promise<Short>>;
  inferred: Inner<Promise<Rank>>;
  returned: ReturnType<(text: Rank) => Short>;
  definite: (Short | null) & {};
  list: Awaited<Promise<Short>>[];

  // The compiler keeps these.
  kept: NonNullable<Short | null>;
  filtered: Exclude<Short | number, number>;
  other: ReturnType<(text: Short) => string>;
}
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
