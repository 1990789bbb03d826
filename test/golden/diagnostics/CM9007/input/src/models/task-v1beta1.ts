import { defineModel, index, type Extension, type Ref } from "@cmgen/model";
import type { Note } from "./note-v1beta1.js";

interface TaskBetaSpec {
  about: Ref<Note, { check: false }>;
  seen?: Ref<Note>[];
  plain: string;
  same?: Ref<Note>;
}
export interface Task extends Extension<TaskBetaSpec> {}

export default defineModel<Task>({
  group: "notes.example.com", version: "v1beta1", kind: "Task", plural: "tasks", singular: "task",
  indexes: [index("spec.plain")],
  storage: true,
});
