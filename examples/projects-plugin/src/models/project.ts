import { defineModel, index, type Extension, type Integer } from "@cmgen/model";

export interface ProjectSpec {
  /** @minLength 1 @maxLength 100 */
  title: string;
  /** @maxLength 1000 */
  description?: string;
}

/** How many issues the project has. */
export interface ProjectStatus {
  open: Integer;
  closed: Integer;
}

export type Project = Extension<ProjectSpec, ProjectStatus>;

export default defineModel<Project>({
  group: "projects.example.com",
  version: "v1alpha1",
  kind: "Project",
  plural: "projects",
  singular: "project",
  indexes: [index("status.open", { order: "DESC" })],
  subresources: { status: true },
});
