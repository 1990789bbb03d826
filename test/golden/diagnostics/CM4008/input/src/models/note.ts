import { defineModel, type Extension, type Integer, type Timestamp } from "@cmgen/model";

interface NoteSpec {
  /** @default 5 */
  text: string;
  /** @default five */
  count: number;
  /** @default 1.5 */
  whole: Integer;
  /** @default medium */
  size: "small" | "large";
  /** @default null */
  name: string;
  /** @default [1] */
  tags: string[];
  /** @default { "x": 1, "z": 2 } */
  point: { x: number; y?: number };
  /** @default toolong @maxLength 3 */
  word: string;
  /** @default "2026-01-01" */
  when: Timestamp;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
