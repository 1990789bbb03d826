import type { RoleBindingFields, RoleFields, UserFields } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { GrantedObject } from "./object-access.js";
import type { KnownNames } from "./read-roles.js";
import { type Binding, type Rights, roleNames } from "./rights.js";
import { assertSelectors, definitionOf, resourceNames, type RoleObject } from "./role-objects.js";
import { ANONYMOUS_ROLE, AUTHENTICATED_ROLE, resourceKey, type Role, type RoleTable, type Rule } from "./role.js";
import { withRoles } from "./roles.js";
import { roleHint } from "./role-hint.js";

/** The models whose objects are roles and bindings. */
export interface RoleModels {
  readonly role: ModelDescriptor;
  readonly binding: ModelDescriptor;
}

/** Who wants to write an object that gives rights, and what is known of rights now. */
export interface GrantSources {
  readonly rights: Rights;
  readonly models: readonly ModelDescriptor[];
  readonly users: ModelDescriptor | undefined;
  readonly roleModels: RoleModels | undefined;
  /** All roles, and those that are no objects. */
  readonly roles: RoleTable;
  readonly ownRoles: RoleTable;
  readonly bindings: readonly Binding[];
  readonly names: Omit<KnownNames, "known">;
}

/** Sees to it that nobody gives rights which they have not: otherwise anyone who may write roles, bindings or users could do everything. */
export class GrantCheck {
  readonly #of: GrantSources;

  constructor(sources: GrantSources) {
    this.#of = sources;
  }

  /**
   * Asserts that somebody with these roles has no rights which the caller has not.
   *
   * @param what said of who has the roles: `The token`.
   * @throws {ApiError} `Forbidden`.
   */
  assertHeld(roles: readonly string[], what: string): void {
    for (const role of roles) {
      const found = this.#of.roles.get(role);
      if (found !== undefined && !mayGrant(this.#of.rights, found))
        throw forbidden(`${what} has the role ${role}, and the caller has not all of its rights.`);
    }
  }

  /** @throws {ApiError} `Invalid` if there is no such role. */
  assertKnown(role: string, path: string): void {
    if (!this.#of.roles.has(role)) throw invalid(path, this.#unknown(role));
  }

  /** @throws {ApiError} `Forbidden`; `Invalid` for one that names something that there is not. */
  assert({ model, name, fields, before, isStored = false }: GrantedObject): void {
    const { roleModels, users } = this.#of;
    // What is stored, or is about to be, keeps the model's schema.
    if (model.table === users?.table) {
      if (!isStored) this.#assertRoles(fields as UserFields, before as UserFields | undefined);
      this.#assertUser({ name, fields: fields as UserFields });
    }
    if (isStored) return;
    if (model.table === roleModels?.role.table) this.#assertRole({ name, fields: fields as RoleFields });
    if (model.table === roleModels?.binding.table) this.#assertBinding(fields as RoleBindingFields);
  }

  /** One that the user had already may have been removed since: that must not keep anybody from disabling the user. */
  #assertRoles({ roles = [] }: UserFields, before: UserFields | undefined): void {
    for (const [at, role] of roles.entries())
      if (!this.#of.roles.has(role) && before?.roles?.includes(role) !== true)
        throw invalid(`/spec/roles/${at}`, this.#unknown(role));
  }

  #unknown(role: string): string {
    return `names the role ${JSON.stringify(role)}, which does not exist: ${roleHint(role, this.#of.roles.keys())}`;
  }

  /** Anyone who could change a user with more rights than its own could sign in as that user. */
  #assertUser({ name, fields }: RoleObject<UserFields>): void {
    const { groups = [], roles = [] } = fields;
    for (const role of roleNames({ name, groups, roles, claims: { ...fields } }, this.#of.bindings)) {
      const found = this.#of.roles.get(role);
      if (found !== undefined && !mayGrant(this.#of.rights, found))
        throw forbidden(
          `The user has the role ${role}, and the caller has not all of its rights: it can neither write nor delete this user.`,
        );
    }
  }

  #assertBinding({ role }: RoleBindingFields): void {
    const found = this.#of.roles.get(role);
    if (found === undefined) throw invalid("/spec/role", this.#unknown(role));
    if (!mayGrant(this.#of.rights, found))
      throw forbidden(`The caller has not all rights of the role ${role}, so it cannot give it to anybody.`);
  }

  #assertRole(object: RoleObject<RoleFields>): void {
    const { name } = object;
    const role = this.#read(object);
    if (!mayGrant(this.#of.rights, role)) throw forbidden("The role would have rights that the caller has not.");
    if (this.#isHeld(name) && !this.#mayBind())
      throw forbidden(
        `There is a role ${name} already, and callers have it: adding rights to it takes the right to create every role binding.`,
      );
  }

  /** The role that an object would be, without what roles of its name add to it. */
  #read({ name, fields }: RoleObject<RoleFields>): Role {
    const { models, roles, names } = this.#of;
    const known = new Map([...roles].filter(([each]) => each !== name));
    try {
      assertSelectors({ name, fields }, models);
      const plugin = {
        definition: { roles: { [name]: definitionOf(fields, () => undefined) } },
        resources: resourceNames(models),
      };
      const refused = (_: string, fault: Error): never => {
        throw fault;
      };
      const role = withRoles(plugin, { ...names, known, refused }).get(name);
      if (role === undefined) throw new TypeError(`The role ${name} was not read`);
      return role;
    } catch (error) {
      throw invalid("/spec", error instanceof Error ? error.message : String(error));
    }
  }

  /** Whether callers have a role of that name without a binding that is an object. */
  #isHeld(name: string): boolean {
    return name === ANONYMOUS_ROLE || name === AUTHENTICATED_ROLE || this.#of.ownRoles.has(name);
  }

  #mayBind(): boolean {
    const { rights, roleModels } = this.#of;
    return roleModels !== undefined && rights.rules(resourceKey(roleModels.binding), "create").some(isWhole);
  }
}

/** Whether somebody with these rights has every right of a role, and may give it to others. */
function mayGrant(rights: Rights, { rules, endpoints, pages, operator }: Role): boolean {
  const hasRules = [...rules].every(([resource, own]) =>
    own.every((rule) =>
      [...rule.verbs].every((verb) => rights.rules(resource, verb).some((held) => includesRule(held, rule))),
    ),
  );
  return (
    hasRules &&
    [...endpoints].every((endpoint) => rights.mayCall(endpoint)) &&
    [...pages].every((page) => rights.maySee(page)) &&
    [...operator].every((verb) => rights.mayOperate(verb))
  );
}

/** Two selectors are not compared: only one that covers everything, or the same one, is known to cover what another does. */
function includesRule(held: Rule, wanted: Rule): boolean {
  if (held === wanted || isWhole(held)) return true;
  return isWhole({ ...held, names: undefined }) && wanted.names?.every((name) => held.names?.includes(name)) === true;
}

function isWhole({ names, where, within, hidden, readOnly }: Rule): boolean {
  return (
    names === undefined && where === undefined && within === undefined && hidden.length === 0 && readOnly.length === 0
  );
}

function forbidden(detail: string): ApiError {
  return new ApiError("Forbidden", detail);
}

function invalid(path: string, message: string): ApiError {
  return new ApiError("Invalid", `${path}: ${message}`, { errors: [{ path, code: "invalid", message }] });
}
