import { ApiError } from "../error/api-error.js";
import { pluginHandlerOf, type PluginHandler } from "../objects/caller-resources.js";
import type { ResourceAccess } from "../resource/resource-access.js";
import { Accounts } from "./accounts.js";
import type { BegunSession } from "./session-acts.js";

/**
 * What an endpoint does for users who sign in with a password, where it has forms of its own for that. It is an act of the plugin and not of the
 * caller: each function takes `resource.asPlugin()`, and throws a `TypeError` for other access and in a service without users.
 */
type AsPlugin = ResourceAccess["resource"];

/** A session of a user who has signed in. */
export interface UserSession {
  /** The user's name. */
  readonly user: string;
  /** What the user sends as a bearer token. Nobody can find it out later. */
  readonly token: string;
  /** When it ends at the latest (RFC 3339). */
  readonly expires: string;
}

/** A user who signs up. */
export interface SignUp {
  /** The name of the user's object. */
  readonly name: string;
  readonly password: string;
  /** The `spec` of the user's object, with the plugin's own fields. */
  readonly spec?: object;
}

/**
 * Makes a user, whatever the service's policy for signing up is, and a session:
 * `await signUp(resource.asPlugin(), { name: "ann", password, spec: { email } })`.
 *
 * @throws {ApiError} as a create of an object does, with pointers into the user's object; `Conflict` for a name or an address that is taken, whichever
 * it is; `Invalid` for a bad password; `TooManyRequests` if the caller has to wait.
 */
export async function signUp(asPlugin: AsPlugin, { name, password, spec }: SignUp): Promise<UserSession> {
  const { accounts, plugin } = accountsOf(asPlugin, "signUp");
  const origin = { ...plugin, verb: plugin.verb ?? "sign-up", address: plugin.address ?? "" };
  return sessionOf(await accounts.begin(await accounts.signUpBy(origin, { name, fields: { ...spec } }, password)));
}

/** The user's name or email address, and the password. */
export type SignIn = { readonly password: string } & (
  | { readonly name: string; readonly email?: never }
  | { readonly email: string; readonly name?: never }
);

/**
 * Begins a session: `await signIn(resource.asPlugin(), { email, password })`.
 *
 * @throws {ApiError} `Unauthorized` for a user or a password that is not right, whichever it is; `TooManyRequests` if the caller has to wait.
 */
export async function signIn(asPlugin: AsPlugin, { name, email, password }: SignIn): Promise<UserSession> {
  const { accounts, plugin } = accountsOf(asPlugin, "signIn");
  const [by, login] = name === undefined ? (["email", email] as const) : (["name", name] as const);
  if (login === undefined || (name !== undefined && email !== undefined))
    throw new TypeError("signIn takes the user's name or email address, one of them");
  return sessionOf(await accounts.signIn({ by, login, password, address: plugin.address ?? "" }));
}

/**
 * Sets a user's password. The user's sessions end, but for the one with the token `keep`.
 *
 * @throws {ApiError} `NotFound` if there is no such user; `Invalid` for a bad password; `Unauthorized` for a `keep` that is not valid.
 */
export async function setPassword(
  asPlugin: AsPlugin,
  name: string,
  { password, keep }: { readonly password: string; readonly keep?: string | undefined },
): Promise<void> {
  const { accounts, service } = accountsOf(asPlugin, "setPassword");
  const kept = keep === undefined ? undefined : (await service.identities.session(keep)).session;
  if (kept !== undefined && kept.user.name !== name)
    throw new ApiError("Unauthorized", "The session to be kept is another user's.");
  await accounts.setPassword(name, password, kept?.id);
}

/**
 * Makes a token with which a user can set a new password, once, within a day: for an endpoint that sends it by mail. Anyone who gets it can sign in as
 * the user: `await issueReset(resource.asPlugin(), "ann")`.
 *
 * @throws {ApiError} `NotFound` if there is no such user.
 */
export async function issueReset(asPlugin: AsPlugin, name: string): Promise<string> {
  return accountsOf(asPlugin, "issueReset").accounts.issueReset(name);
}

function accountsOf(asPlugin: AsPlugin, name: string): PluginHandler & { readonly accounts: Accounts } {
  const handler = pluginHandlerOf(asPlugin);
  if (handler?.service.users === undefined)
    throw new TypeError(
      `${name} needs the access of an endpoint's plugin, resource.asPlugin(), in a service with users`,
    );
  return { ...handler, accounts: new Accounts(handler.service, handler.service.users) };
}

function sessionOf({ user, secret, expiresAt }: BegunSession): UserSession {
  return { user, token: secret, expires: new Date(expiresAt).toISOString() };
}
