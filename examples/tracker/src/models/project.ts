import { defineModel, type Extension, type Integer } from "@cmgen/model";

export interface ProjectSpec {
  /** @minLength 1 @maxLength 100 */
  title: string;
}

export interface ProjectStatus {
  open: Integer;
  closed: Integer;
}

export type Project = Extension<ProjectSpec, ProjectStatus>;

export default defineModel<Project>({
  group: "tracker.example.com",
  version: "v1alpha1",
  kind: "Project",
  plural: "projects",
  singular: "project",
  subresources: { status: true },
});
