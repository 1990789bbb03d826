import { defineModel, index, type Extension, type UserFields } from "@cmgen/model";

export interface UserSpec extends UserFields {
  /** Where the user works: a field of the plugin's own. */
  office?: string;
}

export interface User extends Extension<UserSpec> {}

export default defineModel<User>({
  group: "users.example.com",
  version: "v1",
  kind: "User",
  plural: "users",
  singular: "user",
  indexes: [index({ name: "email", unique: true, value: (user) => user.spec.email?.toLowerCase() ?? null })],
});
