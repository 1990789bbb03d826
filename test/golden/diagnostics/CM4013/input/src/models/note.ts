import { defineModel, type Extension } from "@cmgen/model";

/** @pattern ^[a-z]+$ @maxLength 10 */
type Slug = string;

/** @minimum 1 */
type Size = number;

/** Has no tags of its own. */
type Path = `/${Slug}`;

interface NoteSpec {
  inText: `note-${Slug}` | null;
  inNumber: `${Size}px`;
  alone: `${Slug}`;
  upper: Uppercase<Slug>;
  path: Path;
  counts: Record<Slug, number>;
  some?: Partial<Record<Slug | "all", number>>;
  signed: { [key: Slug]: boolean };
  mapped: { [Key in Slug]: string };
  sizes: Record<Size, string>;
  fine: Record<string, Slug>;
}
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
