import { defineModel, index, type Extension, type Ref } from "@cmgen/model";
import type { Project } from "./project.js";

/** Wherever it stands, it clears. */
export type ToTask = Ref<Task, { onDelete: "clear" }>;

export interface Held<T> {
  by: Ref<T>;
}

export type Optional<T> = { [Key in keyof T]?: T[Key] };

export interface Step {
  text: string;
  after?: Ref<Task, { onDelete: "clear" }>;
}

export interface TaskSpec {
  /** The project the task is part of. */
  project: Ref<Project, { onDelete: "cascade" }>;
  home?: Ref<Project>;
  nullable: Ref<Project, { onDelete: "clear" }> | null;
  parent?: ToTask;
  related?: ToTask[];
  steps?: Step[];
  byRole?: Record<string, Ref<Project>>;
  held?: Held<Project>;
  mapped?: Optional<{ one: Ref<Project>; two: Ref<Task> }>;
  loose?: Ref<Project, { check: false }>;
  /** A copy, whose references are its own business. */
  copy?: Task;
}

export interface Task extends Extension<TaskSpec, { owner?: Ref<Project> }> {}

export default defineModel<Task>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Task",
  plural: "tasks",
  singular: "task",
  indexes: [index("spec.home", { unique: true })],
});
