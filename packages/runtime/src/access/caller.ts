/** Who makes a request, as an authenticator has found out. */
export interface Caller {
  /** Unique among all callers. Names that begin with `system:` are the service's own. */
  readonly name: string;
  readonly groups: readonly string[];
  /** What else is known of the caller: the claims of a token, the fields of a user. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A caller without credentials. It has the rights of the role `anonymous`, and no others. */
export const anonymous: Caller = { name: "system:anonymous", groups: [], claims: {} };

/** What the names of the service's own callers begin with, and those of its groups. No authenticator may give one. */
export const SYSTEM_PREFIX = "system:";

/** What the names of callers with a token of the service begin with. No user's name has a colon. */
export const TOKEN_PREFIX = "token:";

/** The service itself, where no plugin's code and no request is known to write. */
export const SERVICE_NAME = `${SYSTEM_PREFIX}service`;

/** Who wrote something, for the change log: with each change it is committed. */
export interface WriteOrigin {
  /** The caller's name: for a plugin's own code `system:plugin:<plugin>`, for a controller `system:controller:<plugin>/<controller>`. */
  readonly actor: string;
  /** `create`, `update`, `delete`; for an endpoint that wrote, its method and path. */
  readonly verb: string;
  /** Absent where there is no request. */
  readonly requestId?: string;
  /** The caller's address, by the rule for proxies. */
  readonly address?: string;
}
