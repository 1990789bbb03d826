import type { IncomingHttpHeaders } from "node:http";
import type { Duration } from "@cmgen/model";
import type { Caller } from "../../access/caller.js";

/** A request, before it is known whose objects it is about. */
export interface TenantRequest {
  /** The host that the client called, in lower case and without a port. */
  readonly host: string;
  /** Path below the base path, without its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /**
   * Who makes it; undefined for a caller without credentials, and in a service without access.
   *
   * @throws {ApiError} `Unauthorized` for credentials that are not valid.
   */
  readonly caller: () => Promise<Caller | undefined>;
}

/** Where a tenant is found by a path. */
export interface TenantPath {
  readonly tenant: string;
  /** The path below which the tenant's own paths are, such as `/tenants/acme`. */
  readonly below: string;
}

/** Whose objects requests are about. */
export interface TenantOptions {
  /**
   * The tenant that a request is about; undefined for the service's own objects. See {@link tenantByHost} and {@link tenantByPath}, which find it before
   * anybody is authenticated; a function may also ask who calls.
   */
  readonly of: (request: TenantRequest) => string | TenantPath | undefined | Promise<string | TenantPath | undefined>;
  /**
   * Whether a caller belongs to a tenant: then its roles, those of its credentials included, are its roles there. All others have the rights of callers
   * without credentials, and what role bindings among the tenant's objects give them. Default: callers in the group `tenant:<name>`.
   */
  readonly belongs?: (caller: Caller, tenant: string) => boolean;
  /**
   * Whether a caller has its roles for the service's own objects, too; if not, it has the rights there of a caller without credentials. Default:
   * callers that are in no group `tenant:…`.
   */
  readonly isOfService?: (caller: Caller) => boolean;
  /** A tenant that is not there is made when somebody calls who belongs to it, while there are fewer than that. Default 0. */
  readonly madeOnUse?: number;
  /** How long a tenant stays open without a request. Default `"1m"`. */
  readonly idleTimeout?: Duration;
  /** How many tenants are open at the same time, at most: one that nobody uses is closed for another. Default 100. */
  readonly maxOpen?: number;
}

/** Finds tenants by a part of the host's name: with `people.example.com`, `acme.people.example.com` is about `acme`. */
export function tenantByHost(domain: string): TenantOptions["of"] {
  const suffix = `.${domain.toLowerCase()}`;
  return ({ host }) => {
    if (!host.endsWith(suffix)) return undefined;
    const name = host.slice(0, -suffix.length);
    return name === "" ? undefined : name;
  };
}

/** Finds tenants by the first segment below a path: with `/tenants`, `/tenants/acme/apis/…` is about `acme`. */
export function tenantByPath(base: string): TenantOptions["of"] {
  const prefix = `${base.replace(/\/+$/, "")}/`;
  return ({ path }) => {
    if (!path.startsWith(prefix)) return undefined;
    const [tenant = ""] = path.slice(prefix.length).split("/", 1);
    return tenant === "" ? undefined : { tenant, below: prefix + tenant };
  };
}

/** The groups of callers who belong to tenants, where nothing else is said. */
const GROUP = "tenant:";

export function belongsByGroup({ groups }: Caller, tenant: string): boolean {
  return groups.includes(GROUP + tenant);
}

export function belongsToNoTenant({ groups }: Caller): boolean {
  return !groups.some((group) => group.startsWith(GROUP));
}
