import type { AuthenticationRequest } from "../access/authenticator.js";
import type { ApiError } from "../error/api-error.js";

const ended = new WeakMap<AuthenticationRequest, ApiError>();

/** Notes that the session's cookie of a request is that of no valid session: the request has no credentials then. */
export function noteEndedCookie(request: AuthenticationRequest, why: ApiError): void {
  ended.set(request, why);
}

/** Why the session's cookie of a request is that of no valid session; undefined if nobody has noted so. */
export function endedCookieOf(request: AuthenticationRequest): ApiError | undefined {
  return ended.get(request);
}
