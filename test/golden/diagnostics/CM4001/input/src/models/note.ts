import { defineModel, type Extension } from "@cmgen/model";

interface NoteSpec {
  /** @maxLenght 100 */
  text: string;
  /** @minimun 1 @Maximum 3 */
  count: number;
  /** @uniqueitems @minitem 1 */
  tags: string[];
  /** @internal @nothingLikeOurs passes */
  note?: string;
  /** @exmaple "Ann" @defualt Bob @deprected */
  name?: string;
}

export interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com",
  version: "v1alpha1",
  kind: "Note",
  plural: "notes",
  singular: "note",
});
