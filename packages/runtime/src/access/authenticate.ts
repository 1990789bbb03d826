import { ApiError } from "../error/api-error.js";
import { runAs } from "../log/code-owner.js";
import { printValue } from "../log/describe-error.js";
import type { AuthenticationRequest, Authenticator, Identity } from "./authenticator.js";
import { SYSTEM_PREFIX } from "./caller.js";

/** A name is in log lines, headers and selectors; no identity provider has longer ones. */
const MOST_NAME = 512;
/** Groups of one caller, at most. */
export const MOST_GROUPS = 1000;

/** Names it in the log if something it started fails later. */
const AUTHENTICATOR = { part: "authenticator" };

const own = new WeakSet<Authenticator>();

/** Marks an authenticator as the service's own. It need not be awaited where it answers at once, which each request with a token would pay for. */
export function ownAuthenticator(authenticator: Authenticator): Authenticator {
  own.add(authenticator);
  return authenticator;
}

type Found = Identity | undefined;

/**
 * Asks authenticators, one after another, who makes a request. Answers at once where all that are asked do, and are the service's own.
 *
 * @returns undefined for a request without credentials.
 * @throws {ApiError} `Unauthorized` for credentials that are not valid.
 * @throws what an authenticator throws, and an error for an identity that it may not give. Then nobody knows who it is.
 */
export function authenticate(
  [authenticator, ...others]: readonly Authenticator[],
  request: AuthenticationRequest,
): Found | Promise<Found> {
  if (authenticator === undefined) return withoutCredentials(request);
  const then = (identity: Found): Found | Promise<Found> =>
    identity === undefined ? authenticate(others, request) : checkedIdentity(identity);
  if (!own.has(authenticator)) return runAs(AUTHENTICATOR, async () => authenticator(request)).then(then);
  const identity = authenticator(request);
  return identity instanceof Promise ? identity.then(then) : then(identity);
}

/** Who shows credentials that nobody knows must not be taken for somebody who shows none. */
function withoutCredentials({ headers }: AuthenticationRequest): undefined {
  if (headers.authorization === undefined) return undefined;
  throw unauthorized("The credentials of the Authorization header are of no kind that this service knows.");
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
