/** Where TLS protects it: browsers take it from its own host alone, for all paths, and from no page of another host below the same domain. */
const SECURE_NAME = "__Host-cmgen-session";

/** Without TLS browsers take no cookie of that name. */
const PLAIN_NAME = "cmgen-session";

/** Longer headers hold nothing of ours. */
const MAX_HEADER_LENGTH = 16_384;

/**
 * The secret of the session in a `Cookie` header; undefined if there is none. Where it is there twice, somebody else may have put one of them there:
 * then both are joined, which is the secret of nobody.
 */
export function sessionCookie(header: string | undefined): string | undefined {
  if (header === undefined || !header.includes(PLAIN_NAME) || header.length > MAX_HEADER_LENGTH) return undefined;
  const found = new Map<string, string>();
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    if (at < 0 || (name !== SECURE_NAME && name !== PLAIN_NAME)) continue;
    found.set(name, (found.get(name) ?? "") + pair.slice(at + 1).trim());
  }
  return found.get(SECURE_NAME) ?? found.get(PLAIN_NAME);
}

/** How a session's cookie is set. */
export interface CookieSetting {
  readonly secret: string;
  /** Whether the client has called by TLS. */
  readonly isSecure: boolean;
  readonly maxAgeSeconds: number;
}

/** The value of `Set-Cookie` that gives a browser a session. Scripts of pages cannot read it, and pages of other sites do not send it along. */
export function setSessionCookie({ secret, isSecure, maxAgeSeconds }: CookieSetting): string {
  const name = isSecure ? SECURE_NAME : PLAIN_NAME;
  return `${name}=${secret}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** The value of `Set-Cookie` that takes the session from a browser. */
export function clearSessionCookie(isSecure: boolean): string {
  return setSessionCookie({ secret: "", isSecure, maxAgeSeconds: 0 });
}
