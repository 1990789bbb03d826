import type { Identity } from "./authenticator.js";

/** What the service itself knows of a caller beside the name, which may be given to somebody else one day. */
export interface IdentityOrigin {
  /** Uid of the user's object. */
  readonly user?: string | undefined;
  /** Id of the token that was shown. */
  readonly token?: string | undefined;
}

const origins = new WeakMap<Identity, IdentityOrigin>();

/** Notes where an identity comes from. Not a member of it: an authenticator of a plugin could claim anything. */
export function noteOrigin(identity: Identity, origin: IdentityOrigin): Identity {
  origins.set(identity, origin);
  return identity;
}

/** Where an identity comes from; undefined for one that an identity provider, or a function of the plugin, has given. */
export function originOf(identity: Identity): IdentityOrigin | undefined {
  return origins.get(identity);
}
