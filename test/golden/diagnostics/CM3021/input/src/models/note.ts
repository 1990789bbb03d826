import { defineModel, type Extension } from "@cmgen/model";

interface Task {
  text: string;
}
interface Page<Item> {
  items: Item[];
}
interface NoteSpec {
  tasks: Page<Task>;
  kinds: Page<"task">;
}
interface Note extends Extension<NoteSpec> {}

export default defineModel<Note>({
  group: "notes.example.com", version: "v1alpha1", kind: "Note", plural: "notes", singular: "note",
});
