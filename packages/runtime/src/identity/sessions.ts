import { ownAuthenticator } from "../access/authenticate.js";
import type { AuthenticationRequest, Authenticator, Identity } from "../access/authenticator.js";
import { ApiError, isApiError } from "../error/api-error.js";
import { bearerSecret, type SecretReader, secretReader } from "./bearer-secret.js";
import { noteEndedCookie } from "./ended-cookies.js";
import { headerText } from "./header-text.js";
import { isSession } from "./secret.js";
import { sessionCookie } from "./session-cookie.js";

/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** What a request with a session has. */
export type SessionRequest = Pick<AuthenticationRequest, "method" | "headers">;

export interface SessionsOptions {
  /** The scheme under which programs may send a session beside `Bearer`, such as `Token`. */
  readonly scheme?: string;
}

/**
 * Knows users by the session that they got when they signed in: by its cookie or, for programs, by its bearer token. A cookie counts for a request
 * that writes only if a page of the service itself has sent it, and one whose session has ended is like none.
 *
 * @throws {TypeError} for what is not the name of a scheme.
 */
export function sessions({ scheme }: SessionsOptions = {}): Authenticator {
  const other = scheme === undefined ? undefined : secretReader(scheme);
  const read: SecretReader = (header) => bearerSecret(header) ?? other?.(header);
  const authenticator = ownAuthenticator((request) => {
    const presented = presentedSession(request, read);
    if (presented === undefined) return undefined;
    const { by, secret } = presented;
    return by === "cookie" ? ofCookie(request, secret) : request.identities.ofSession(secret);
  });
  known.add(authenticator);
  return authenticator;
}

const known = new WeakSet<Authenticator>();

/** Whether an authenticator is one of {@link sessions}. */
export function isSessions(authenticator: Authenticator): boolean {
  return known.has(authenticator);
}

/**
 * The user whose cookie it is. A browser sends a cookie along whether anybody wants it or not, for long after the session has ended, and for other
 * services of the same host: one of no valid session is like none.
 */
async function ofCookie(request: AuthenticationRequest, secret: string): Promise<Identity | undefined> {
  let identity: Identity;
  try {
    identity = await request.identities.ofSession(secret);
  } catch (error) {
    if (!isApiError(error) || error.code !== "Unauthorized") throw error;
    noteEndedCookie(request, error);
    return undefined;
  }
  if (!isCounted(request)) throw foreignPage();
  return identity;
}

interface Presented {
  readonly by: "cookie" | "bearer";
  readonly secret: string;
}

function presentedSession({ headers }: SessionRequest, read = bearerSecret): Presented | undefined {
  if (headers.authorization !== undefined) {
    const bearer = read(headerText(headers, "authorization"));
    return bearer !== undefined && isSession(bearer) ? { by: "bearer", secret: bearer } : undefined;
  }
  const secret = sessionCookie(headerText(headers, "cookie"));
  return secret === undefined ? undefined : { by: "cookie", secret };
}

/**
 * The secret of the session that a request has; undefined if it has none.
 *
 * @throws {ApiError} `Unauthorized` for a cookie that does not count.
 */
export function sessionSecret(request: SessionRequest): string | undefined {
  const presented = presentedSession(request);
  if (presented?.by === "cookie" && !isCounted(request)) throw foreignPage();
  return presented?.secret;
}

/** Whether the cookie of a request counts. */
function isCounted({ method, headers }: SessionRequest): boolean {
  return SAFE.has(method) || isOwnPage(headers);
}

/** A browser sends a session's cookie with whatever any page makes it request. */
function isOwnPage(headers: AuthenticationRequest["headers"]): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  // Browsers send it to addresses with TLS, and to their own machine.
  const called = /^https?:\/\/([^/]+)$/.exec(headerText(headers, "origin") ?? "")?.[1];
  return called !== undefined && called.toLowerCase() === headerText(headers, "host")?.toLowerCase();
}

function foreignPage(): ApiError {
  return new ApiError(
    "Unauthorized",
    "A session's cookie counts for writes of the service's own pages only: Sec-Fetch-Site must be same-origin, or Origin the service's own. " +
      "Programs send the session as a bearer token.",
    { headers: { "www-authenticate": "Bearer" } },
  );
}
