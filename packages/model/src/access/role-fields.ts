/**
 * What a role may do, in a service whose roles can be edited while it runs. Objects of the kind `Role` have it in their `spec`; the object's name is the
 * role's.
 */
export interface RoleFields {
  /**
   * Roles whose rights it has as well.
   * @maxItems 100
   */
  includes?: string[];
  /** @maxItems 500 */
  rules?: RoleRule[];
  /**
   * Endpoints by method and path, as they are declared.
   * @maxItems 500
   */
  endpoints?: string[];
  /** @maxItems 10 */
  pages?: string[];
  /** @maxItems 10 */
  operator?: string[];
}

/** A rule of a role: the same as in `src/access.ts`, but for the selector, which is a text. */
export interface RoleRule {
  /**
   * Plurals, with their groups where two groups have one: `people`, `people.people.example.com`, `people/status`.
   * @minItems 1 @maxItems 100
   */
  resources: string[];
  /** @minItems 1 @maxItems 10 */
  verbs: string[];
  /** @maxItems 1000 */
  names?: string[];
  /**
   * A field selector. `{user.name}`, `{user.groups}` and `{user.claims.<name>}` stand for what is known of the caller.
   * @maxLength 2000
   */
  where?: string;
  /** @maxItems 100 */
  hidden?: string[];
  /** @maxItems 100 */
  readOnly?: string[];
}

/** Who has a role: everybody who is in one of the lists. Objects of the kind `RoleBinding` have it in their `spec`. */
export interface RoleBindingFields {
  /** The role's name, also that of a generated one: `people:editor`. */
  role: string;
  /** @maxItems 1000 */
  users?: string[];
  /** @maxItems 1000 */
  groups?: string[];
  /** @maxProperties 10 */
  claims?: Record<string, string>;
}
