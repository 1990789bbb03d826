import type { AccessiblePage, OperatorVerb, ResourceVerb, Subjects } from "./access-definition.js";
import type { Identity } from "./authenticator.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { Caller } from "./caller.js";
import type { PluginAccess } from "./define-access.js";
import { fullRoleName } from "./read-roles.js";
import {
  ANONYMOUS_ROLE,
  AUTHENTICATED_ROLE,
  joined,
  type ResourceKey,
  resourceKey,
  type Role,
  type RoleTable,
  type Rule,
} from "./role.js";
import { Scope } from "./scope.js";

/** A role and who has it. */
export interface Binding {
  readonly role: string;
  readonly subjects: Subjects;
}

/** The bindings of the service's own plugin: those of a plugin that it hosts are its author's guesses about other people. */
export function bindingsOf(access: PluginAccess): readonly Binding[] {
  return Object.entries(access.definition.bindings ?? {}).flatMap(([role, subjects]): Binding[] =>
    subjects === undefined ? [] : [{ role: fullRoleName(access, role), subjects }],
  );
}

/** The names of the roles that a caller has, in order; undefined for a caller without credentials. */
export function roleNames(identity: Identity | undefined, bindings: readonly Binding[]): readonly string[] {
  if (identity === undefined) return [ANONYMOUS_ROLE];
  return sortedNames([AUTHENTICATED_ROLE, ...(identity.roles ?? []), ...boundRoles(identity, bindings)]);
}

/** The names of the roles that a caller has among the objects of a tenant to which it does not belong. */
export function outsiderRoleNames(identity: Identity, bindings: readonly Binding[]): readonly string[] {
  return sortedNames([ANONYMOUS_ROLE, ...boundRoles(identity, bindings)]);
}

function boundRoles(identity: Identity, bindings: readonly Binding[]): readonly string[] {
  return bindings.filter(({ subjects }) => isSubject(identity, subjects)).map(({ role }) => role);
}

function sortedNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted();
}

function isSubject({ name, groups = [], claims = {} }: Identity, subjects: Subjects): boolean {
  if (subjects.users?.includes(name) === true) return true;
  if (subjects.groups?.some((group) => groups.includes(group)) === true) return true;
  return Object.entries(subjects.claims ?? {}).some(([claim, wanted]) => {
    const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
    return Array.isArray(value) ? value.includes(wanted) : value === wanted;
  });
}

interface AskedOfRules {
  readonly verb: ResourceVerb;
  /** Empty for the resource itself. */
  readonly subresource: string;
}

/** What a caller may do: the rights of all its roles together. */
export class Rights {
  readonly roles: readonly string[];
  readonly #all: Role;
  #key: string | undefined;
  /** Those that are the same for all callers with these roles, and so for all their requests. */
  readonly #scopes = new Map<string, Scope>();

  constructor(roles: readonly string[], table: RoleTable) {
    this.roles = roles;
    // Credentials may name a role of another release of the service, which gives nothing here.
    this.#all = joined(
      "",
      roles.flatMap((name) => table.get(name) ?? []),
    );
  }

  /** Equal for the same roles with the same rules. */
  get key(): string {
    const { rules, endpoints, pages, operator } = this.#all;
    this.#key ??= JSON.stringify([
      this.roles,
      [...rules].map(([resource, own]) => [
        resource,
        own.map((rule) => ({ ...rule, verbs: [...rule.verbs], where: rule.text })),
      ]),
      [...endpoints],
      [...pages],
      [...operator],
    ]);
    return this.#key;
  }

  /** The rules that allow a verb on some objects of a resource; none where it is allowed on no object. */
  rules(resource: ResourceKey, verb: ResourceVerb): readonly Rule[] {
    return this.#all.rules.get(resource)?.filter(({ verbs }) => verbs.has(verb)) ?? [];
  }

  /** Whether a verb is allowed on some objects of a resource. */
  allows(resource: ResourceKey, verb: ResourceVerb): boolean {
    return this.#all.rules.get(resource)?.some(({ verbs }) => verbs.has(verb)) === true;
  }

  /**
   * The objects that a caller with these rights may do something with.
   *
   * @throws {ApiError} as the constructor of {@link Scope} does.
   */
  scope(storage: ModelDescriptor, { verb, subresource }: AskedOfRules, caller: Caller): Scope {
    const resource = resourceKey(storage, subresource);
    const key = `${resource} ${verb}`;
    const known = this.#scopes.get(key);
    if (known !== undefined) return known;
    const rules = this.rules(resource, verb);
    const scope = new Scope(storage, rules, caller);
    if (!rules.some(asksForCaller)) this.#scopes.set(key, scope);
    return scope;
  }

  mayCall(endpoint: string): boolean {
    return this.#all.endpoints.has(endpoint);
  }

  maySee(page: AccessiblePage): boolean {
    return this.#all.pages.has(page);
  }

  mayOperate(verb: OperatorVerb): boolean {
    return this.#all.operator.has(verb);
  }
}

function asksForCaller({ where, within }: Rule): boolean {
  return where !== undefined || (within !== undefined && asksForCaller(within));
}
