import { defineModel, type Extension, type RoleBindingFields } from "@cmgen/model";

export interface RoleBindingSpec extends RoleBindingFields {}

export type RoleBinding = Extension<RoleBindingSpec>;

export default defineModel<RoleBinding>({ group: "notes.example.com", version: "v1" });
