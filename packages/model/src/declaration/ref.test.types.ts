/** What references accept and refuse, held by the compiler. */
import { index, type Extension, type Index, type Input, type MergePatch, type Ref } from "../index.js";

interface Project extends Extension<{ title: string; parent?: Ref<Project, { onDelete: "cascade" }> }> {}
interface Team extends Extension<{ size: number }> {}

interface TaskSpec {
  project: Ref<Project>;
  team?: Ref<Team, { onDelete: "clear" }>;
  projects?: Ref<Project>[];
  loose?: Ref<Project, { check: false }>;
}
interface Task extends Extension<TaskSpec> {}

/** Authors write plain strings, and read them. */
export const task: Input<Task> = { metadata: {}, spec: { project: "a", team: "b", projects: ["c"], loose: "d" } };
export const text: string = task.spec.project;
export const patch: MergePatch<Input<Task>> = { spec: { team: null, project: "b" } };
export const given: Ref<Project> = text;
export const indexes: Index<Task>[] = [index("spec.project"), index("spec.projects")];

// @ts-expect-error a name is text
export const number: Ref<Project> = 1;
// @ts-expect-error the name of an object of another model
export const other = (team: Ref<Team>): Ref<Project> => team;
// @ts-expect-error there is no such option
export type Ignored = Ref<Project, { onDelete: "ignore" }>;
// @ts-expect-error what need not exist is left alone when it is deleted
export type Unchecked = Ref<Project, { check: false; onDelete: "cascade" }>;
