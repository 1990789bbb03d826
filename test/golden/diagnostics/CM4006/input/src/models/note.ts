import { defineModel, type Extension, type Timestamp } from "@cmgen/model";

/** @uniqueItems */
type Size = number;

interface NoteSpec {
  /** @maxLength 100 */
  count: number;
  /** @minimum 1 */
  text: string;
  /** @maxItems 3 */
  word: string;
  /** @pattern ^a */
  tags: string[];
  /** @minProperties 1 */
  on: boolean;
  /** @format email */
  size: Size;
  /** @multipleOf 2 */
  when: Timestamp;
  /** @maxLength 3 */
  choice: "a" | "bcde";
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
