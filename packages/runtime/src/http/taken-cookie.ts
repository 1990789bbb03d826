import type { IncomingMessage, ServerResponse } from "node:http";
import { clearSessionCookie } from "../identity/session-cookie.js";
import { calledOrigin } from "./client-view.js";
import { joinVary } from "./negotiate.js";

const responses = new WeakMap<IncomingMessage, ServerResponse>();

/** Remembers where the answer to a request goes, if the request has cookies: see {@link takeSessionCookie}. */
export function rememberResponse(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.cookie !== undefined) responses.set(request, response);
}

/** Whether a client calls by TLS, as it sees it. */
export function isCalledByTls(request: IncomingMessage): boolean {
  return calledOrigin(request).startsWith("https:");
}

/** Has the answer take the session's cookie from the browser, because it is that of no valid session. An answer that sets one itself is left alone. */
export function takeSessionCookie(request: IncomingMessage): void {
  const response = responses.get(request);
  if (response === undefined || response.headersSent) return;
  // By TLS a browser may still have one of the time before.
  const cookies = isCalledByTls(request) ? [true, false] : [false];
  response.setHeader("set-cookie", cookies.map(clearSessionCookie));
  // A cache that gave this answer to others would sign them out.
  response.setHeader("vary", joinVary(response, "cookie"));
}
