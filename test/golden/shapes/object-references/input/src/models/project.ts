import { defineModel, type Extension } from "@cmgen/model";

export interface ProjectSpec {
  title: string;
}

export interface Project extends Extension<ProjectSpec> {}

export default defineModel<Project>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Project",
  plural: "projects",
  singular: "project",
});
