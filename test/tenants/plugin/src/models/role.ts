import { defineModel, type Extension, type RoleFields } from "@cmgen/model";

export interface RoleSpec extends RoleFields {}

export type Role = Extension<RoleSpec>;

export default defineModel<Role>({ group: "notes.example.com", version: "v1" });
