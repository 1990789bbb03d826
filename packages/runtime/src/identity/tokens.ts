import { ownAuthenticator } from "../access/authenticate.js";
import type { Authenticator } from "../access/authenticator.js";
import { bearerSecret } from "./bearer-secret.js";
import { headerText } from "./header-text.js";
import { isSession } from "./secret.js";

/**
 * Knows callers by the tokens that `cmgen token create` makes: `Authorization: Bearer cmgen_…`. Requests with other bearer tokens are left to the
 * authenticators that follow.
 */
export function tokens(): Authenticator {
  return ownAuthenticator(({ headers, identities }) => {
    const token = bearerSecret(headerText(headers, "authorization"));
    return token === undefined || isSession(token) ? undefined : identities.ofToken(token);
  });
}
