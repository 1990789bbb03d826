import { defineModel, type Extension, type Ref } from "@cmgen/model";
import type { Person } from "@acme/people-plugin/models";

interface TaskSpec {
  /** Of a plugin that the service hosts, too. */
  owner?: Ref<Person>;
}
interface Task extends Extension<TaskSpec> {}

export default defineModel<Task>({
  group: "notes.example.com", version: "v1alpha1", kind: "Task", plural: "tasks", singular: "task",
});
