import { defineModel, type Extension } from "@cmgen/model";

// @maxLength 10
type Short = string;

/* @minProperties 1 */
interface Part {
  text?: string;
}

interface NoteSpec {
  rank: number; // @minimum 1 @maximum 9
  /** Who wrote it. */
  author?: string; /** @maxLength 20 */
  /** @maxLength 100 */
  /** What it is about. */
  topic?: string;
  // At most five. @maxLength 5
  subject?: string;
  text?: string /** @pattern ^a */;
  short?: Short;
  part?: Part;

  // These are no tags: `@default 1`, and the @default of it.
  mentioned?: string; // for foo@default.com
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
