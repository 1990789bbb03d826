import { defineModel, type Extension, type Integer } from "@cmgen/model";

export interface ProjectSpec {
  /** @minLength 1 @maxLength 100 */
  title: string;
  /**
   * What people call the project by, such as `PRJ-7`; no two have the same.
   * @unique
   */
  code: `PRJ-${number}`;
}

export interface ProjectStatus {
  /** How many tasks there are; written while the project waits for them to go. */
  tasksLeft?: Integer;
}

export type Project = Extension<ProjectSpec, ProjectStatus>;

export default defineModel<Project>();
