import type { IncomingHttpHeaders } from "node:http";
import type { Caller } from "../access/caller.js";

/** What a request wants to do, in the words of Kubernetes' role rules. */
export type Verb = "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";

/** What an authorizer decides about. Fields that do not apply are `""`: a collection has no name, `/metrics` has no group. */
export interface RequestAttributes {
  readonly verb: Verb;
  readonly group: string;
  readonly version: string;
  /** The plural; for a custom endpoint its path's first segment. */
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** Path of the request below the base path, without its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The peer's address; behind trusted proxies the client's, behind others the proxy's. */
  readonly remoteAddress: string;
  /** Whose objects the request is about, in a service with tenants; absent for the service's own. */
  readonly tenant?: string;
  /** The caller, in a service with access: it allows the request already. */
  readonly user?: Caller;
}

/** `unauthorized` is answered 401: the caller is not known. `forbidden` is answered 403: the caller is known and not allowed. */
export type Decision =
  | { readonly decision: "allow" }
  | {
      readonly decision: "unauthorized";
      readonly reason?: string;
      /** Value of the `WWW-Authenticate` header, for example `Bearer realm="people"`. */
      readonly challenge?: string;
    }
  | { readonly decision: "forbidden"; readonly reason?: string };

/**
 * Decides who may do what. If an authorizer throws, takes longer than `limits.authorizerTimeout` or returns anything else, the request is
 * answered 500 and nothing is done.
 */
export type Authorizer = (attributes: RequestAttributes) => Decision | Promise<Decision>;
