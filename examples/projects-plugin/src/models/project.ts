import { defineModel, type Extension, type Integer } from "@cmgen/model";

export interface ProjectSpec {
  /** @minLength 1 @maxLength 100 */
  title: string;
  /** @maxLength 1000 */
  description?: string;
}

/** How many issues the project has. */
export interface ProjectStatus {
  /** @index desc */
  open: Integer;
  closed: Integer;
}

export type Project = Extension<ProjectSpec, ProjectStatus>;

export default defineModel<Project>();
