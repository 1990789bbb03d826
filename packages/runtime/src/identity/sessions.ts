import { ownAuthenticator } from "../access/authenticate.js";
import type { AuthenticationRequest, Authenticator } from "../access/authenticator.js";
import { ApiError } from "../error/api-error.js";
import { bearerSecret } from "./bearer-secret.js";
import { headerText } from "./header-text.js";
import { isSession } from "./secret.js";
import { sessionCookie } from "./session-cookie.js";

/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** What a request with a session has. */
export type SessionRequest = Pick<AuthenticationRequest, "method" | "headers">;

/**
 * Knows users by the session that they got when they signed in: by its cookie or, for programs, by its bearer token. A cookie counts for a request
 * that writes only if a page of the service itself has sent it.
 */
export function sessions(): Authenticator {
  return ownAuthenticator((request) => {
    const secret = sessionSecret(request);
    return secret === undefined ? undefined : request.identities.ofSession(secret);
  });
}

/**
 * The secret of the session that a request has; undefined if it has none.
 *
 * @throws {ApiError} `Unauthorized` for a cookie that does not count.
 */
export function sessionSecret({ method, headers }: SessionRequest): string | undefined {
  if (headers.authorization !== undefined) {
    const bearer = bearerSecret(headerText(headers, "authorization"));
    return bearer !== undefined && isSession(bearer) ? bearer : undefined;
  }
  const secret = sessionCookie(headerText(headers, "cookie"));
  if (secret !== undefined && !SAFE.has(method) && !isOwnPage(headers)) throw foreignPage();
  return secret;
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
