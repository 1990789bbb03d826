import { defineModel, index, type Extension, type UserFields } from "@cmgen/model";

export interface UserSpec extends UserFields {}

export interface User extends Extension<UserSpec> {}

export default defineModel<User>({
  group: "notes.example.com",
  version: "v1",
  kind: "User",
  plural: "users",
  singular: "user",
  indexes: [index({ name: "email", unique: true, value: (user) => user.spec.email?.toLowerCase() ?? null })],
});
