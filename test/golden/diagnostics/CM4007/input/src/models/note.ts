import { defineModel, type Extension } from "@cmgen/model";

/** @maxLength 10 */
type Short = string;

interface NoteSpec {
  /** @minLength 10 @maxLength 5 */
  text: string;
  /** @minimum 2 @maximum 1 */
  count: number;
  /** @exclusiveMinimum 1 @maximum 1 */
  ratio: number;
  /** @minItems 2 @maxItems 1 */
  tags: string[];
  /** @minProperties 2 @maxProperties 1 */
  keyed: Record<string, string>;
  /** @minLength 11 */
  short: Short;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
