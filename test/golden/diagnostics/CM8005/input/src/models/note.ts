import { defineModel, type Extension, type Ref } from "@cmgen/model";

type Cleared = Ref<Note, { onDelete: "clear" }>;

interface NoteSpec {
  before: Cleared;
  pair?: [Cleared, Cleared];
  /** @minItems 1 */
  some?: Cleared[];
  /** @immutable */
  first?: Cleared;
  /** @minProperties 2 */
  byRole?: Record<string, Cleared>;
  /** These can be. */
  optional?: Cleared;
  nullable: Cleared | null;
  many: Cleared[];
}
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
