import type { IncomingMessage } from "node:http";
import { checkObjectName } from "@cmgen/model";
import { ApiError, isApiError } from "../error/api-error.js";
import type { Service } from "../host/service.js";
import type { Answer } from "../http/answer.js";
import { remoteAddressOf } from "../http/client-view.js";
import { requestIdOf } from "../http/request-id.js";
import { noteCaller } from "../http/request-caller.js";
import { takeSessionCookie } from "../http/taken-cookie.js";
import { noteTried } from "../http/tried-object.js";
import { dropBody } from "../http/read-body.js";
import { splitTarget } from "../http/request-target.js";
import type { PresentedSession } from "../identity/known-session.js";
import { sessionCookie } from "../identity/session-cookie.js";
import { type SessionRequest, sessionSecret } from "../identity/sessions.js";
import { Accounts } from "./accounts.js";
import { readFields } from "./read-fields.js";
import { signedOutAnswer, sessionAnswer, type SessionForm } from "./session-answer.js";

/** A request of one of these paths. */
interface SignInRequest {
  readonly service: Service;
  readonly accounts: Accounts;
  readonly request: IncomingMessage;
}

type Act = (asked: SignInRequest) => Promise<Answer>;

/** What users do to sign in and out, by the last segment of the path. */
const acts: Readonly<Record<string, Act>> = {
  "sign-in": signIn,
  "sign-up": signUp,
  "sign-out": signOut,
  refresh,
  password: changePassword,
  "password-reset": resetPassword,
};

/** A path of the service's own, and what answers it. */
export interface SignInPath {
  readonly method: "POST";
  readonly path: string;
  readonly respond: (asked: Pick<SignInRequest, "request">) => Promise<Answer>;
}

/** How users sign in and out; nothing in a service without users. No caller needs a right for it. */
export function signInPaths(service: Service): readonly SignInPath[] {
  const { users } = service;
  if (users === undefined) return [];
  const accounts = new Accounts(service, users);
  return Object.entries(acts).map(([name, act]) => ({
    method: "POST",
    path: `/${name}`,
    respond: async ({ request }) => {
      // A secret in a query would be written to logs on the way.
      if (splitTarget(request.url ?? "").query !== "")
        throw new ApiError("InvalidQuery", "There are no query parameters here.");
      return act({ service, accounts, request });
    },
  }));
}

async function signIn(asked: SignInRequest): Promise<Answer> {
  const { accounts, request, service } = asked;
  const { name, email, password, session } = await readFields(asked, {
    name: "optional",
    email: "optional",
    password: "required",
    session: "optional",
  });
  const login = name ?? email;
  if (login === undefined || (name !== undefined && email !== undefined))
    throw new ApiError("Invalid", "Give the user's name or email address, one of them.");
  const form = formOf(session);
  const by = name === undefined ? "email" : "name";
  const begun = await accounts
    .signIn({ by, login, password, address: remoteAddressOf(request) })
    .catch(async (error: unknown) => {
      noteTriedUser(asked, name ?? (await accounts.nameOfAddress(login)));
      throw error;
    });
  await endFormer(asked);
  return sessionAnswer(request, begun, { form, now: service.store.now() });
}

async function signUp(asked: SignInRequest): Promise<Answer> {
  const { accounts, request, service } = asked;
  const { name, password, email, displayName, session } = await readFields(asked, {
    name: "required",
    password: "required",
    email: "optional",
    displayName: "optional",
    session: "optional",
  });
  const form = formOf(session);
  noteTriedUser(asked, name);
  // Nobody gives themselves groups or roles, nor what the plugin's own fields mean: its hooks can fill them in.
  const fields = { ...(displayName !== undefined && { displayName }), ...(email !== undefined && { email }) };
  const from = { requestId: requestIdOf(request), address: remoteAddressOf(request) };
  const user = await accounts.signUp({ name, fields }, password, from);
  const begun = await accounts.begin(user);
  await endFormer(asked);
  return sessionAnswer(request, begun, { form, now: service.store.now(), status: 201 });
}

async function refresh(asked: SignInRequest): Promise<Answer> {
  const { accounts, request, service } = asked;
  await dropBody(request, MAX_IGNORED_BYTES);
  const { session, hash } = await presentedBy(asked);
  const { user, expiresAt } = session.stored;
  const form: SessionForm = request.headers.authorization === undefined ? "cookie" : "bearer";
  const secret = session.isCurrent(hash) ? await accounts.rotate(session, hash) : undefined;
  // Another page of the browser has just done so, and the browser has the new cookie. A program would be left without a secret.
  if (secret === undefined && form === "bearer")
    throw new ApiError("Conflict", "The session was refreshed a moment ago: use the token from that answer.");
  return sessionAnswer(request, { user, expiresAt, secret }, { form, now: service.store.now() });
}

async function signOut(asked: SignInRequest): Promise<Answer> {
  const { request } = asked;
  await dropBody(request, MAX_IGNORED_BYTES);
  // Before anything is caught: a cookie that does not count ends nothing, and the browser keeps it.
  const secret = sessionSecret(sessionRequest(request));
  if (secret !== undefined) await endIfValid(asked, secret);
  return signedOutAnswer(request);
}

async function changePassword(asked: SignInRequest): Promise<Answer> {
  const { accounts, request, service } = asked;
  const { session, hash } = await presentedBy(asked);
  const { password, newPassword } = await readFields(asked, { password: "required", newPassword: "required" });
  const address = remoteAddressOf(request);
  await accounts.changePassword(session.stored, { old: password, next: newPassword, address });
  const form: SessionForm = request.headers.authorization === undefined ? "cookie" : "bearer";
  const secret = session.isCurrent(hash) ? await accounts.rotate(session, hash) : undefined;
  const { user, expiresAt } = session.stored;
  return sessionAnswer(request, { user, expiresAt, secret }, { form, now: service.store.now() });
}

async function resetPassword(asked: SignInRequest): Promise<Answer> {
  const { accounts, request } = asked;
  const { token, password } = await readFields(asked, { token: "required", password: "required" });
  await accounts.redeemReset(token, password);
  return signedOutAnswer(request);
}

/** Bodies of requests that need none. */
const MAX_IGNORED_BYTES = 1024;

/** The session that a request has, whose user is the request's caller. @throws {ApiError} `Unauthorized` if it has none that is valid. */
async function presentedBy({ service, request }: SignInRequest): Promise<PresentedSession> {
  const secret = sessionSecret(sessionRequest(request));
  if (secret === undefined)
    throw new ApiError("Unauthorized", "The request has no session.", { headers: { "www-authenticate": "Bearer" } });
  try {
    const presented = await service.identities.session(secret);
    const { name, groups = [], claims = {} } = presented.identity();
    noteCaller(request, { name, groups, claims });
    return presented;
  } catch (error) {
    if (isRefusal(error) && request.headers.authorization === undefined) takeSessionCookie(request);
    throw error;
  }
}

function sessionRequest({ method = "", headers }: IncomingMessage): SessionRequest {
  return { method, headers };
}

/** The session that a browser had before it got another one. Nobody else may go on with it. */
async function endFormer(asked: SignInRequest): Promise<void> {
  const secret = sessionCookie(asked.request.headers.cookie);
  if (secret !== undefined) await endIfValid(asked, secret);
}

/** Ends the session of a secret, unless it has ended already, or was none. */
async function endIfValid({ service, accounts }: SignInRequest, secret: string): Promise<void> {
  try {
    const { session } = await service.identities.session(secret);
    await accounts.end(session.id);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.code === "Unauthorized";
}

/** Names the user in the audit if the request is refused. What nobody can be called is left out: people type passwords there. */
function noteTriedUser({ service, request }: SignInRequest, name: string | undefined): void {
  if (service.users === undefined || name === undefined || checkObjectName(name).length > 0) return;
  noteTried(request, { ...service.users.model, name });
}

/** @throws {ApiError} `Invalid` for another one. */
function formOf(given: string | undefined): SessionForm {
  if (given === undefined || given === "cookie") return "cookie";
  if (given === "bearer") return "bearer";
  throw new ApiError("Invalid", "session must be cookie or bearer.");
}
