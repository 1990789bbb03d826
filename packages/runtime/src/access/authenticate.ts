import { ApiError } from "../error/api-error.js";
import { printValue } from "../log/describe-error.js";
import type { AuthenticationRequest, Authenticator, Identity } from "./authenticator.js";
import { SYSTEM_PREFIX } from "./caller.js";

/** A name is in log lines, headers and selectors; no identity provider has longer ones. */
const MOST_NAME = 512;
const MOST_GROUPS = 1000;

/**
 * Asks authenticators, one after another, who makes a request.
 *
 * @returns undefined for a request without credentials.
 * @throws {ApiError} `Unauthorized` for credentials that are not valid.
 * @throws what an authenticator throws, and an error for an identity that it may not give. Then nobody knows who it is.
 */
export async function authenticate(
  authenticators: readonly Authenticator[],
  request: AuthenticationRequest,
): Promise<Identity | undefined> {
  for (const authenticator of authenticators) {
    const identity = await authenticator(request);
    if (identity !== undefined) return checkedIdentity(identity);
  }
  // Who shows credentials that nobody knows must not be taken for somebody who shows none.
  if (request.headers.authorization !== undefined)
    throw unauthorized("The credentials of the Authorization header are of no kind that this service knows.");
  return undefined;
}

/** The refusal of a request whose caller is not known. */
export function unauthorized(message: string, cause?: unknown): ApiError {
  return new ApiError("Unauthorized", message, {
    // RFC 9110, 11.6.1: a 401 carries at least one challenge.
    headers: { "www-authenticate": "Bearer" },
    ...(cause !== undefined && { cause }),
  });
}

function checkedIdentity(identity: Identity): Identity {
  const { name, groups = [] } = identity;
  if (!isCallerName(name))
    throw new TypeError(`An authenticator must give a name of 1 to ${MOST_NAME} characters, not ${printValue(name)}`);
  if (!Array.isArray(groups) || groups.length > MOST_GROUPS || !groups.every(isCallerName))
    throw new TypeError(`An authenticator must give at most ${MOST_GROUPS} groups, each a text`);
  return identity;
}

/** Whether a text can be the name of a caller that an authenticator knows, or of a group. */
export function isCallerName(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value !== "" &&
    value.length <= MOST_NAME &&
    !value.startsWith(SYSTEM_PREFIX) &&
    !/\p{Cc}/u.test(value)
  );
}
