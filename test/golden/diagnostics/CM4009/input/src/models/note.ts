import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec {
  /** @example 5 */
  text: string;
  /** @example "five" @maximum 4 */
  count: number;
  /** @example 5 @maximum 4 */
  small: number;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
