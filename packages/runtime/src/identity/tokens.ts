import type { Authenticator } from "../access/authenticator.js";
import { SECRET_PREFIX } from "./secret.js";

/** RFC 9110, 11.1: the name of a scheme is in any case. Only what may be a token of the service is looked at further. */
const BEARER = new RegExp(`^bearer +(${SECRET_PREFIX}.*)$`, "is");

/**
 * Knows callers by the tokens that `cmgen token create` makes: `Authorization: Bearer cmgen_…`. Requests with other bearer tokens are left to the
 * authenticators that follow.
 */
export function tokens(): Authenticator {
  return ({ headers, identities }) => {
    const token = bearerOf(headers.authorization);
    return token === undefined ? undefined : identities.ofBearer(token);
  };
}

/** As nearly all clients write it. */
const USUAL = `Bearer ${SECRET_PREFIX}`;

/** The token of the service in an `Authorization` header; undefined if there is none. */
function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (header.startsWith(USUAL)) return header.slice("Bearer ".length);
  return BEARER.exec(header)?.[1];
}
