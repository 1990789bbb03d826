import type { Caller } from "./caller.js";
import type { OwnIdentities } from "./own-identities.js";

/** The headers of a request, of which these come once. */
export interface AuthenticationHeaders {
  readonly authorization?: string | undefined;
  readonly cookie?: string | undefined;
  readonly [name: string]: string | readonly string[] | undefined;
}

/** What an authenticator looks at. */
export interface AuthenticationRequest {
  readonly method: string;
  /** Path of the request below the base path, without its query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: AuthenticationHeaders;
  /** The caller's address, by the rule for proxies. */
  readonly remoteAddress: string;
  /** The callers that the service itself knows: `tokens()` and `sessions()` ask it. */
  readonly identities: OwnIdentities;
}

/** A caller that has been authenticated. */
export interface Identity extends Pick<Caller, "name"> {
  /** Default: none. */
  readonly groups?: readonly string[];
  /** Default: none. */
  readonly claims?: Caller["claims"];
  /** Roles that the credentials themselves give, beside those of the bindings. */
  readonly roles?: readonly string[];
  /** When the credentials expire, in milliseconds since 1970: then open watches end. */
  readonly expiresAt?: number;
  /**
   * Whether the credentials are still valid: asked every few seconds while a watch is open, and before each page of a long answer. Default:
   * until they expire.
   */
  readonly isValid?: () => boolean;
}

/**
 * Finds out who makes a request. Returns nothing for a request without credentials of its kind: then the next authenticator is asked, and a request
 * that has none of any is anonymous.
 *
 * @throws {ApiError} `Unauthorized` for credentials that are not valid: the request is answered 401. Whatever else it throws, and if it takes longer
 * than `limits.authorizerTimeout`, the request is answered 503 and nothing is done.
 */
export type Authenticator = (request: AuthenticationRequest) => Identity | undefined | Promise<Identity | undefined>;
