import { defineModel, type Extension } from "@cmgen/model";

/** A short text. @maxLength 10 */
type Short = string;

interface NoteSpec {
  /** How important it is. @minimum 1 @maximum 9 */
  rank: number;
  /** See foo@bar.com; @default values apply. */
  author?: string;
  /** At most @maxLength 100 characters. */
  topic?: string;
  /** @deprecated Use `topic`. @maxLength 5 */
  subject?: string;
  /** @remarks Long. @pattern ^a */
  text?: string;
  /**
   * What it is,
   * of which the @default is below.
   *
   * @title Kind
   * @default note
   */
  kind?: string;
  /** Of another spelling. @maxlength 5 */
  other?: string;
  short?: Short;

  /**
   * These are no tags: `@default`, {@link default}, and foo@default.com.
   * @maxLength 20 @default "a @maxLength 3"
   */
  mentioned?: string;

  /** In brackets (@maxLength 5), or in front of a comma: @immutable, too. */
  embedded?: string;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
