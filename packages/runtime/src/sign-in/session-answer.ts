import type { IncomingMessage } from "node:http";
import type { Answer } from "../http/answer.js";
import { isCalledByTls } from "../http/taken-cookie.js";
import { clearSessionCookie, setSessionCookie } from "../identity/session-cookie.js";
import type { BegunSession } from "./session-acts.js";

/** Nothing of these answers may be kept by anybody. */
const PRIVATE = { "cache-control": "no-store", vary: "cookie, authorization" };

/** How a caller gets a session: as a cookie of the browser, or in the answer, for programs. */
export type SessionForm = "cookie" | "bearer";

/** The answer that gives a caller a session. Without a secret the caller keeps what it has. */
export function sessionAnswer(
  request: IncomingMessage,
  session: Omit<BegunSession, "id" | "secret"> & { readonly secret: string | undefined },
  { form, now, status = 200 }: { readonly form: SessionForm; readonly now: number; readonly status?: number },
): Answer {
  const { user, secret, expiresAt } = session;
  const shown = { user, expires: new Date(expiresAt).toISOString() };
  const maxAgeSeconds = Math.max(1, Math.floor((expiresAt - now) / 1000));
  const isCookie = form === "cookie" && secret !== undefined;
  return {
    status,
    headers: PRIVATE,
    ...(isCookie && { cookies: [setSessionCookie({ secret, isSecure: isCalledByTls(request), maxAgeSeconds })] }),
    body: Buffer.from(JSON.stringify(form === "bearer" ? { ...shown, token: secret } : shown)),
  };
}

/** The answer after which a browser has no session. */
export function signedOutAnswer(request: IncomingMessage): Answer {
  return { status: 204, headers: PRIVATE, cookies: [clearSessionCookie(isCalledByTls(request))] };
}
