import { defineModel, type Extension } from "@cmgen/model";

interface Short {
  /** @maxLength 10 */
  text: string;
}
interface Shorter {
  /** @maxLength 5 */
  text: string;
}
interface NoteSpec {
  title: Short & Shorter;
}
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
