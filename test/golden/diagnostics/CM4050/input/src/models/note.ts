import { defineModel, type Extension } from "@cmgen/model";

/** @search of all */
type Token = string;

interface NoteSpec {
  /** What it says; a sentence may name @search. */
  text: string;
  /**
   * Found by its words.
   * @search @maxLength 10
   */
  title?: string;
  /** `@search` in backticks is a word. */
  word?: string;
  token?: Token;
}
type Note = Extension<NoteSpec>;

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
