import { LRUCache } from "lru-cache";
import { ConfigurationError } from "../error/configuration-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { ResourceVerb } from "./access-definition.js";
import { authenticate } from "./authenticate.js";
import type { AuthenticationRequest, Authenticator, Identity } from "./authenticator.js";
import { anonymous, type Caller } from "./caller.js";
import type { PluginAccess } from "./define-access.js";
import type { AccessOf } from "./object-access.js";
import { type Binding, bindingsOf, Rights, roleNames } from "./rights.js";
import { createRoles, resourceKey, type RoleTable } from "./roles.js";

/** A caller, what its roles allow, and for how long. */
export interface Session extends AccessOf {
  /** Undefined for a caller without credentials. */
  readonly identity: Identity | undefined;
}

/** A plugin as its access needs it. */
export interface GuardedPlugin {
  readonly name: string;
  readonly access?: PluginAccess | undefined;
}

/** What the access of a service is made of. */
export interface AccessSources {
  /** The service's own plugin, then those that it hosts. */
  readonly plugins: readonly GuardedPlugin[];
  readonly models: readonly ModelDescriptor[];
  /** The model of the users who sign in, if there is one. */
  readonly users: ModelDescriptor | undefined;
  /** `GET /apis/console.api.people.example.com/v1alpha1/people/{name}/greeting`. */
  readonly endpoints: ReadonlySet<string>;
  /** Those that are asked where the definition names none: they know the callers of the service itself. */
  readonly authenticators: readonly Authenticator[];
}

/** Combinations of roles whose rights are remembered. */
const REMEMBERED = 1000;

/** Finds out who callers are and what they may do. */
export class AccessControl {
  readonly roles: RoleTable;
  readonly #authenticators: readonly Authenticator[];
  readonly #bindings: readonly Binding[];
  readonly #rights = new LRUCache<string, Rights>({ max: REMEMBERED });

  /** @throws {ConfigurationError} for anything in a definition that there is not. */
  constructor({ plugins, models, users, endpoints, authenticators }: AccessSources) {
    const [own] = plugins;
    const access = plugins.flatMap((plugin) => plugin.access ?? []);
    this.roles = createRoles({ models, users, access, endpoints });
    this.#authenticators = own?.access?.definition.authenticate ?? authenticators;
    this.#bindings = own?.access === undefined ? [] : bindingsOf(own.access);
  }

  /**
   * Finds out who makes a request.
   *
   * @throws {ApiError} `Unauthorized`; and what an authenticator throws.
   */
  async sessionOf(request: AuthenticationRequest): Promise<Session> {
    return this.sessionFor(await authenticate(this.#authenticators, request));
  }

  /** The session of somebody who has been authenticated; undefined for a caller without credentials. */
  sessionFor(identity: Identity | undefined): Session {
    const { roles } = this.#rightsOf(identity);
    const key = roles.join("\n");
    const caller: Caller =
      identity === undefined
        ? anonymous
        : { name: identity.name, groups: identity.groups ?? [], claims: identity.claims ?? {} };
    return {
      identity,
      caller,
      rights: this.#rightsOf(identity),
      isValid: () => isCurrent(identity) && this.#rightsOf(identity).roles.join("\n") === key,
    };
  }

  #rightsOf(identity: Identity | undefined): Rights {
    const names = roleNames(identity, this.#bindings);
    const key = names.join("\n");
    const known = this.#rights.get(key);
    if (known !== undefined) return known;
    const rights = new Rights(names, this.roles);
    this.#rights.set(key, rights);
    return rights;
  }
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
  return rights.rules(resourceKey(model, subresource), verb).length > 0;
}
