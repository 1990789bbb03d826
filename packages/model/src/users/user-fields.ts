/**
 * What a service knows of a user who signs in. Objects of the kind `User` have it in their `spec`, with fields of your own; the object's name is the
 * user's.
 */
export interface UserFields {
  /**
   * What the user is called.
   * @maxLength 200
   */
  displayName?: string;
  /**
   * The user can sign in with it. It is the same in capital and in small letters.
   * @format email
   * @maxLength 254
   */
  email?: string;
  /**
   * Groups that the user is in.
   * @maxItems 100
   */
  groups?: string[];
  /**
   * Roles that the user has, beside those that bindings give.
   * @maxItems 100
   */
  roles?: string[];
  /** Whether the user may not sign in. Setting it ends the user's sessions and tokens. */
  disabled?: boolean;
}
