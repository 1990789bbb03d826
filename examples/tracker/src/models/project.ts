import { defineModel, type Extension, type Integer } from "@cmgen/model";

export interface ProjectSpec {
  /** @minLength 1 @maxLength 100 */
  title: string;
}

export type Project = Extension<ProjectSpec, { open: Integer; closed: Integer }>;
export default defineModel<Project>();
