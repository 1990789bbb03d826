import type { IncomingMessage } from "node:http";
import { ApiError, isApiError } from "../error/api-error.js";
import type { Service } from "../host/service.js";
import { noteCaller } from "../http/request-caller.js";
import { takeSessionCookie } from "../http/taken-cookie.js";
import type { PresentedSession } from "../identity/known-session.js";
import { sessionCookie } from "../identity/session-cookie.js";
import { sessionSecret } from "../identity/sessions.js";
import type { SessionActs } from "./session-acts.js";

/** A request about a session. */
export interface SessionRequest {
  readonly service: Service;
  readonly sessions: SessionActs;
  readonly request: IncomingMessage;
}

/** The session that a request has, whose user is the request's caller. @throws {ApiError} `Unauthorized` if it has none that is valid. */
export async function presentedBy({ service, request }: SessionRequest): Promise<PresentedSession> {
  const secret = secretOf(request);
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

/** The secret of the session that a request has; undefined if it has none. @throws {ApiError} `Unauthorized` for a cookie that does not count. */
export function secretOf({ method = "", headers }: IncomingMessage): string | undefined {
  return sessionSecret({ method, headers });
}

/** The session that a browser had before it got another one. Nobody else may go on with it. */
export async function endFormer(asked: SessionRequest): Promise<void> {
  const secret = sessionCookie(asked.request.headers.cookie);
  if (secret !== undefined) await endIfValid(asked, secret);
}

/** Ends the session of a secret, unless it has ended already, or was none. */
export async function endIfValid({ service, sessions }: SessionRequest, secret: string): Promise<void> {
  try {
    const { session } = await service.identities.session(secret);
    await sessions.end(session.id);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.code === "Unauthorized";
}
