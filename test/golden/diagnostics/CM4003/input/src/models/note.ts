import { defineModel, index, type Extension, type Timestamp } from "@cmgen/model";

interface NoteSpec {
  /** @maxLength many @minLength -1 */
  text: string;
  /** @pattern ( */
  word: string;
  /** @format colour */
  colour: string;
  /** @minimum low @multipleOf 0 */
  count: number;
  /** @uniqueItems maybe @maxItems 1.5 */
  tags: string[];
  /** @listKey two words */
  items: { name: string }[];
  /** @schema { "type": "text" } */
  schema: string;
  /** @schema { "type": */
  broken: string;
  /** @default 2026-01-01 */
  when: Timestamp;
  /** @index CI */
  author: string;
  /** @unique ci */
  isbn: string;
  /** @search title */
  title: string;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  // What is used of an index whose tag is wrong is not reported as well.
  indexes: [index(["spec.author", "spec.isbn"])],
});
