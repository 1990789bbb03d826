import { defineModel, index, type Extension, type UserFields } from "@cmgen/model";

export interface UserSpec extends UserFields {
  /**
   * What the user is called. The object has a name of its own, so it can be changed.
   * @unique @minLength 1 @maxLength 100
   */
  username: string;
  /** @maxLength 2000 */
  bio?: string;
  /** @maxLength 2000 */
  image?: string;
}

export type User = Extension<UserSpec>;
export default defineModel<User>({
  indexes: [index({ name: "email", unique: true, value: (user) => user.spec.email?.toLowerCase() ?? null })],
});
