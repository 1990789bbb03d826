import { defineModel, index, type Extension, type Ref } from "@cmgen/model";
import type { Note } from "./note-v1alpha1.js";

interface TaskSpec {
  about: Ref<Note>;
  seen?: Ref<Note, { check: false }>[];
  plain: Ref<Note>;
  same?: Ref<Note>;
}
export interface Task extends Extension<TaskSpec> {}

export default defineModel<Task>({
  group: "notes.example.com", version: "v1alpha1", kind: "Task", plural: "tasks", singular: "task",
});
