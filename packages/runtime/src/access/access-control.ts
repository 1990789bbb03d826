import { LRUCache } from "lru-cache";
import { ConfigurationError } from "../error/configuration-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { ResourceVerb, RoleDefinition } from "./access-definition.js";
import { GrantCheck, type RoleModels } from "./grants.js";
import { authenticate } from "./authenticate.js";
import type { AuthenticationRequest, Authenticator, Identity } from "./authenticator.js";
import { anonymous, type Caller } from "./caller.js";
import type { PluginAccess } from "./define-access.js";
import type { AccessOf, GrantedObject } from "./object-access.js";
import { assertSelectors, bindingOf, definitionOf, resourceNames, type RoleObjects } from "./role-objects.js";
import { type Binding, bindingsOf, outsiderRoleNames, Rights, roleNames } from "./rights.js";
import { signInOf } from "./oidc.js";
import type { ProviderSignIn } from "./provider-sign-in.js";
import type { FieldTest } from "./read-roles.js";
import { resourceKey, type RoleTable } from "./role.js";
import { createRoles, withRoles } from "./roles.js";

/** A caller, what its roles allow, and for how long. */
export interface Session extends Required<AccessOf> {
  /** Undefined for a caller without credentials. */
  readonly identity: Identity | undefined;
  /** Whether the caller does not belong to the tenant whose objects are served. */
  readonly isOutsider: boolean;
}

/** A plugin as its access needs it. */
export interface GuardedPlugin {
  readonly name: string;
  readonly access?: PluginAccess | undefined;
  /** `GET /apis/console.api.people.example.com/v1alpha1/people/{name}/greeting`. */
  readonly ownEndpoints: readonly string[];
}

/** What the access of a service is made of. */
export interface AccessSources {
  /** The service's own plugin, then those that it hosts. */
  readonly plugins: readonly GuardedPlugin[];
  readonly models: readonly ModelDescriptor[];
  /** The model of the users who sign in, if there is one. */
  readonly users: ModelDescriptor | undefined;
  /** Those that are asked where the definition names none: they know the callers of the service itself. */
  readonly authenticators: readonly Authenticator[];
  /**
   * Where the objects are those of one tenant: whether a caller belongs to it. One who does not has the rights of a caller without credentials, and of
   * roles that role bindings among the tenant's objects give it. Absent where everybody belongs.
   */
  readonly belongs?: ((caller: Caller) => boolean) | undefined;
}

/** Combinations of roles whose rights are remembered. */
const REMEMBERED = 1000;

/** Where roles and bindings that are objects come from. */
export interface RoleSource {
  /**
   * Resolves when they are known.
   *
   * @throws {ApiError} `NotReady` if they cannot be read.
   */
  known(): Promise<void>;
  /** Resolves when everything that was committed before is known. */
  refresh(): Promise<void>;
  /** Whether what is known can be relied on. */
  isReliable(): boolean;
  /** Whether objects have a field; absent while nobody can say. */
  readonly hasField: FieldTest | undefined;
}

/** Who is told what is wrong with roles that are objects. */
export interface RoleReport {
  readonly refused: (name: string, fault: Error) => void;
  readonly unasked: (name: string, fault: Error) => void;
}

/** Finds out who callers are and what they may do. */
export class AccessControl {
  /** Undefined where roles are not objects. */
  readonly roleModels: RoleModels | undefined;
  readonly #sources: AccessSources;
  readonly #endpoints: ReadonlySet<string>;
  readonly #static: RoleTable;
  readonly #authenticators: readonly Authenticator[];
  readonly #rights = new LRUCache<string, Rights>({ max: REMEMBERED });
  /** Of identities that do not change, so that a request with a token does not find out again what it may do. */
  #sessions = new WeakMap<Identity, Session>();
  #roles: RoleTable;
  /** Those of the code, then those that are objects. */
  #bindings: readonly Binding[];
  #objectBindings: readonly Binding[] = [];
  #roleSource: RoleSource | undefined;

  /** @throws {ConfigurationError} for anything in a definition that there is not. */
  constructor(sources: AccessSources) {
    const { plugins, models, users, authenticators } = sources;
    const [own] = plugins;
    const access = plugins.flatMap(({ access: given, ownEndpoints }) => (given ? [{ ...given, ownEndpoints }] : []));
    this.#sources = sources;
    this.#endpoints = new Set(plugins.flatMap(({ ownEndpoints }) => ownEndpoints));
    this.#static = createRoles({ models, users, access, endpoints: this.#endpoints });
    this.#roles = this.#static;
    this.#authenticators = own?.access?.definition.authenticate ?? authenticators;
    this.#bindings = own?.access === undefined ? [] : bindingsOf(own.access);
    this.roleModels = own?.access?.definition.dynamicRoles === true ? roleModelsOf(models) : undefined;
  }

  /** How people sign in at identity providers. */
  get signIns(): readonly ProviderSignIn[] {
    return this.#authenticators.flatMap((each) => signInOf(each) ?? []);
  }

  /** From now on, roles and bindings come from there as well. */
  readRolesFrom(source: RoleSource): void {
    this.#roleSource = source;
  }

  /**
   * Takes the roles and bindings that are objects in the place of those that were.
   *
   * @param report called with the name of a role and what is wrong with it: `refused` if it cannot be read and so gives no rights; `unasked`, once
   * for each role, if one of its selectors cannot be evaluated for some caller, who then gets nothing from that rule.
   */
  setRoleObjects({ roles, bindings }: RoleObjects, { refused, unasked }: RoleReport): void {
    const [own] = this.#sources.plugins;
    const definitions = roles.flatMap(({ name, fields }): [string, RoleDefinition][] => {
      try {
        assertSelectors({ name, fields }, this.#sources.models);
        let isReported = false;
        const report = (cause: unknown): void => {
          if (!isReported) unasked(name, cause instanceof Error ? cause : new Error(String(cause)));
          isReported = true;
        };
        return [[name, definitionOf(fields, report)]];
      } catch (error) {
        refused(name, error instanceof Error ? error : new Error(String(error)));
        return [];
      }
    });
    const { models } = this.#sources;
    const plugin = { definition: { roles: Object.fromEntries(definitions) }, resources: resourceNames(models) };
    this.#roles = withRoles(plugin, {
      known: this.#static,
      endpoints: this.#endpoints,
      hasField: this.#roleSource?.hasField,
      refused,
    });
    this.#objectBindings = bindings.map(bindingOf);
    this.#bindings = [...(own?.access === undefined ? [] : bindingsOf(own.access)), ...this.#objectBindings];
    this.#rights.clear();
    this.#sessions = new WeakMap();
  }

  /**
   * Asserts that a caller may write, or remove, an object that is a role, a binding or a user: that it would give nobody rights which the caller has
   * not. All other objects may be written.
   *
   * @throws {ApiError} `Forbidden`; `Invalid` for one that names something that there is not.
   */
  async assertGrant(rights: Rights, object: GrantedObject): Promise<void> {
    const { roleModels } = this;
    const { users } = this.#sources;
    const { table } = object.model;
    if (![roleModels?.role.table, roleModels?.binding.table, users?.table].includes(table)) return;
    (await this.grantsBy(rights)).assert(object);
  }

  /** What checks that somebody with these rights gives nobody more, by all roles and bindings that were committed before. */
  async grantsBy(rights: Rights): Promise<GrantCheck> {
    await this.#roleSource?.refresh();
    const { models, users } = this.#sources;
    return new GrantCheck({
      rights,
      models,
      users,
      roleModels: this.roleModels,
      roles: this.#roles,
      ownRoles: this.#static,
      bindings: this.#bindings,
      names: { endpoints: this.#endpoints, hasField: this.#roleSource?.hasField },
    });
  }

  /** All roles and bindings that were committed before. */
  async everyRole(): Promise<{ readonly roles: RoleTable; readonly bindings: readonly Binding[] }> {
    await this.#roleSource?.refresh();
    return { roles: this.#roles, bindings: this.#bindings };
  }

  /** The names of the roles that are no objects. */
  get ownRoleNames(): readonly string[] {
    return [...this.#static.keys()];
  }

  /** The names of the roles that somebody would have, by all bindings that were committed before. */
  async rolesOf(identity: Identity): Promise<readonly string[]> {
    await this.#roleSource?.refresh();
    return this.#roleNames(identity);
  }

  /**
   * Finds out who makes a request.
   *
   * @throws {ApiError} `Unauthorized`; and what an authenticator throws.
   */
  sessionOf(request: AuthenticationRequest): Session | Promise<Session> {
    const source = this.#roleSource;
    return source === undefined || source.isReliable()
      ? this.#authenticated(request)
      : source.known().then(() => this.#authenticated(request));
  }

  #authenticated(request: AuthenticationRequest): Session | Promise<Session> {
    const identity = authenticate(this.#authenticators, request);
    return identity instanceof Promise ? identity.then((found) => this.sessionFor(found)) : this.sessionFor(identity);
  }

  /** The session of somebody, when the roles are known. @throws {ApiError} `NotReady` if they cannot be read. */
  async knownSessionFor(identity: Identity | undefined): Promise<Session> {
    if (this.#roleSource?.isReliable() === false) await this.#roleSource.known();
    return this.sessionFor(identity);
  }

  /** The session of somebody who has been authenticated; undefined for a caller without credentials. */
  sessionFor(identity: Identity | undefined): Session {
    // Another identity may be changed by those who gave it.
    if (identity === undefined || !Object.isFrozen(identity)) return this.#newSession(identity);
    const known = this.#sessions.get(identity) ?? this.#newSession(identity);
    this.#sessions.set(identity, known);
    return known;
  }

  #newSession(identity: Identity | undefined): Session {
    const rights = this.#rightsOf(identity);
    const { key } = rights;
    return {
      identity,
      isOutsider: this.#isOutsider(identity),
      caller: callerOf(identity),
      rights,
      isValid: () =>
        isCurrent(identity) && this.#roleSource?.isReliable() !== false && this.#rightsOf(identity).key === key,
      isGuarded: ({ table }) => table === this.#sources.users?.table,
      assertGrant: (object) => this.assertGrant(rights, object),
    };
  }

  #roleNames(identity: Identity | undefined): readonly string[] {
    if (identity === undefined || !this.#isOutsider(identity)) return roleNames(identity, this.#bindings);
    return outsiderRoleNames(identity, this.#objectBindings);
  }

  #isOutsider(identity: Identity | undefined): boolean {
    const { belongs } = this.#sources;
    return identity !== undefined && belongs !== undefined && !belongs(callerOf(identity));
  }

  #rightsOf(identity: Identity | undefined): Rights {
    const names = this.#roleNames(identity);
    const key = names.join("\n");
    const known = this.#rights.get(key);
    if (known !== undefined) return known;
    const rights = new Rights(names, this.#roles);
    this.#rights.set(key, rights);
    return rights;
  }
}

function callerOf(identity: Identity | undefined): Caller {
  if (identity === undefined) return anonymous;
  return { name: identity.name, groups: identity.groups ?? [], claims: identity.claims ?? {} };
}

/** @throws {ConfigurationError} where there are no such models. */
function roleModelsOf(models: readonly ModelDescriptor[]): RoleModels {
  const find = (kind: string): ModelDescriptor | undefined =>
    models.find((model) => model.kind === kind && model.storage === undefined);
  const [role, binding] = [find("Role"), find("RoleBinding")];
  if (role !== undefined && binding !== undefined) return { role, binding };
  throw new ConfigurationError(
    "src/access.ts says dynamicRoles: true, and the plugin has no models Role and RoleBinding. Make them with `cmgen add roles`.",
  );
}

function isCurrent(identity: Identity | undefined): boolean {
  if (identity === undefined) return true;
  const { expiresAt = Infinity, isValid } = identity;
  return Date.now() < expiresAt && isValid?.() !== false;
}

/**
 * The access of a service; undefined where none of its plugins defines any.
 *
 * @throws {ConfigurationError} where only a hosted plugin defines its access: what its author restricts would be open to everybody.
 */
export function createAccess(sources: AccessSources): AccessControl | undefined {
  const [own, ...hosted] = sources.plugins;
  const guarded = hosted.find(({ access }) => access !== undefined);
  if (own?.access !== undefined) return new AccessControl(sources);
  if (guarded === undefined) return undefined;
  throw new ConfigurationError(
    `The plugin ${guarded.name} defines who may do what with its objects, and this service defines no access. ` +
      "Add src/access.ts with roles and bindings for this service (`cmgen add access`).",
  );
}

/** Whether a role allows a verb on some objects of a model. */
export function mayDo(
  { rights }: AccessOf,
  model: ModelDescriptor,
  { verb, subresource }: { readonly verb: ResourceVerb; readonly subresource?: string },
): boolean {
  return rights.allows(resourceKey(model, subresource), verb);
}
