import type { IncomingMessage } from "node:http";
import { checkObjectName } from "@cmgen/model/internal";
import { ApiError } from "../error/api-error.js";
import type { Service } from "../host/service.js";
import type { Answer } from "../http/answer.js";
import { remoteAddressOf } from "../http/client-view.js";
import { requestIdOf } from "../http/request-id.js";
import { noteTried } from "../http/tried-object.js";
import { dropBody } from "../http/read-body.js";
import { splitTarget } from "../http/request-target.js";
import { Accounts } from "./accounts.js";
import { endFormer, endIfValid, presentedBy, secretOf, type SessionRequest } from "./presented-session.js";
import { providerPaths } from "./provider-paths.js";
import { readFields } from "./read-fields.js";
import { SessionActs } from "./session-acts.js";
import type { SignInPath } from "./sign-in-path.js";
import { signedOutAnswer, sessionAnswer, type SessionForm } from "./session-answer.js";

/** A request of one of the paths for users with passwords. */
interface SignInRequest extends SessionRequest {
  readonly accounts: Accounts;
}

type Act<Asked> = (asked: Asked) => Promise<Answer>;

/** What anybody does with a session, by the last segment of the path. */
const sessionActs: Readonly<Record<string, Act<SessionRequest>>> = { "sign-out": signOut, refresh };

/** What users with passwords do to sign in, by the last segment of the path. */
const userActs: Readonly<Record<string, Act<SignInRequest>>> = {
  "sign-in": signIn,
  "sign-up": signUp,
  password: changePassword,
  "password-reset": resetPassword,
};

/** How callers sign in and out; nothing in a service where nobody can. No caller needs a right for it. */
export function signInPaths(service: Service): readonly SignInPath[] {
  const { users, access } = service;
  const providers = access?.signIns ?? [];
  if (users === undefined && providers.length === 0) return [];
  const asked = { service, sessions: new SessionActs(service) };
  const ofUsers = users === undefined ? [] : pathsOf(userActs, { ...asked, accounts: new Accounts(service, users) });
  return [...pathsOf(sessionActs, asked), ...ofUsers, ...providers.flatMap((each) => providerPaths(each, asked))];
}

function pathsOf<Parts>(
  acts: Readonly<Record<string, Act<Parts & { readonly request: IncomingMessage }>>>,
  parts: Parts,
): readonly SignInPath[] {
  return Object.entries(acts).map(([name, act]) => ({
    method: "POST",
    path: `/${name}`,
    respond: async ({ request }) => {
      // A secret in a query would be written to logs on the way.
      if (splitTarget(request.url ?? "").query !== "")
        throw new ApiError("InvalidQuery", "There are no query parameters here.");
      return act({ ...parts, request });
    },
  }));
}

/** Bodies of requests that need none. */
const MAX_IGNORED_BYTES = 1024;

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

async function refresh(asked: SessionRequest): Promise<Answer> {
  const { sessions, request, service } = asked;
  await dropBody(request, MAX_IGNORED_BYTES);
  const { session, hash } = await presentedBy(asked);
  const { user, expiresAt } = session.stored;
  const form: SessionForm = request.headers.authorization === undefined ? "cookie" : "bearer";
  const secret = session.isCurrent(hash) ? await sessions.rotate(session, hash) : undefined;
  // Another page of the browser has just done so, and the browser has the new cookie. A program would be left without a secret.
  if (secret === undefined && form === "bearer")
    throw new ApiError("Conflict", "The session was refreshed a moment ago: use the token from that answer.");
  return sessionAnswer(request, { user, expiresAt, secret }, { form, now: service.store.now() });
}

async function signOut(asked: SessionRequest): Promise<Answer> {
  const { request } = asked;
  await dropBody(request, MAX_IGNORED_BYTES);
  // Before anything is caught: a cookie that does not count ends nothing, and the browser keeps it.
  const secret = secretOf(request);
  if (secret !== undefined) await endIfValid(asked, secret);
  return signedOutAnswer(request);
}

async function changePassword(asked: SignInRequest): Promise<Answer> {
  const { accounts, sessions, request, service } = asked;
  const { session, hash } = await presentedBy(asked);
  const { password, newPassword } = await readFields(asked, { password: "required", newPassword: "required" });
  const address = remoteAddressOf(request);
  await accounts.changePassword(session.stored, { old: password, next: newPassword, address });
  const form: SessionForm = request.headers.authorization === undefined ? "cookie" : "bearer";
  const secret = session.isCurrent(hash) ? await sessions.rotate(session, hash) : undefined;
  const { user, expiresAt } = session.stored;
  return sessionAnswer(request, { user, expiresAt, secret }, { form, now: service.store.now() });
}

async function resetPassword(asked: SignInRequest): Promise<Answer> {
  const { accounts, request } = asked;
  const { token, password } = await readFields(asked, { token: "required", password: "required" });
  await accounts.redeemReset(token, password);
  return signedOutAnswer(request);
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
