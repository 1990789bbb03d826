import type { IncomingMessage } from "node:http";
import type { ProviderSignIn } from "../access/provider-sign-in.js";
import { ApiError } from "../error/api-error.js";
import type { Answer } from "../http/answer.js";
import { calledOrigin } from "../http/client-view.js";
import { escapeHtml } from "../http/escape-html.js";
import { noteCaller } from "../http/request-caller.js";
import { mountPathOf, splitTarget } from "../http/request-target.js";
import { isCalledByTls } from "../http/taken-cookie.js";
import { writeProviderIdentity } from "../identity/provider-identity.js";
import { endFormer, type SessionRequest } from "./presented-session.js";
import { sessionAnswer } from "./session-answer.js";
import { attemptIn, newAttempt, setAttemptCookie } from "./sign-in-attempt.js";
import type { SignInPath } from "./sign-in-path.js";

/** A request of a browser that somebody signs in with. */
interface ProviderRequest extends SessionRequest {
  readonly provider: ProviderSignIn;
  readonly query: URLSearchParams;
}

/** How a browser is sent to an identity provider, and what happens when it comes back. */
export function providerPaths(provider: ProviderSignIn, parts: Omit<SessionRequest, "request">): readonly SignInPath[] {
  const path = signInPath(provider);
  const answer = (act: (asked: ProviderRequest) => Promise<Answer>): SignInPath["respond"] => {
    return async ({ request }) => {
      const query = new URLSearchParams(splitTarget(request.url ?? "").query);
      const asked = { ...parts, provider, request, query };
      return act(asked).catch((error: unknown) => failure(asked, error));
    };
  };
  return [
    { method: "GET", path, respond: answer(begin) },
    { method: "GET", path: `${path}/callback`, respond: answer(finish) },
  ];
}

/** Where signing in at a provider begins, below `/apis/-`. */
export function signInPath({ name }: Pick<ProviderSignIn, "name">): string {
  return `/sign-in/${name}`;
}

async function begin({ provider, request, query }: ProviderRequest): Promise<Answer> {
  const attempt = newAttempt(ownPath(query.get("return"), request));
  const url = await provider.authorizationUrl(attempt, redirectUri(provider, request));
  return redirect(url.href, { "set-cookie": setAttemptCookie(attempt, isCalledByTls(request)) });
}

async function finish(asked: ProviderRequest): Promise<Answer> {
  const { provider, request, query, service, sessions } = asked;
  const attempt = attemptOf(asked);
  if (attempt === undefined)
    throw new ApiError("Unauthorized", "This browser has not begun to sign in, or more than ten minutes ago.");
  const returned = new URL(redirectUri(provider, request));
  returned.search = query.toString();
  const { subject, name, groups = [], claims = {} } = await provider.identity(attempt, returned);
  const { issuer, lifetime } = provider;
  const identity = writeProviderIdentity({ issuer, groups, claims });
  const begun = await sessions.begin({ name, uid: `${issuer} ${subject}`, identity, lifetime });
  noteCaller(request, { name, groups, claims });
  await endFormer(asked);
  const { headers } = sessionAnswer(request, begun, { form: "cookie", now: service.store.now() });
  return redirect(attempt.to, headers);
}

function attemptOf({ request, query }: ProviderRequest): ReturnType<typeof attemptIn> {
  return attemptIn(request.headers.cookie, query.get("state") ?? "", isCalledByTls(request));
}

/** As the provider must know it, and as the browser has called it. */
function redirectUri(provider: ProviderSignIn, request: IncomingMessage): string {
  return `${calledOrigin(request)}${mountPathOf(request)}/apis/-${signInPath(provider)}/callback`;
}

/** A path of this service's origin, with its query and fragment: a link must not be able to lead anywhere else. */
function ownPath(text: string | null, request: IncomingMessage): string {
  const start = `${mountPathOf(request)}/`;
  if (text === null) return start;
  const origin = calledOrigin(request);
  const url = URL.canParse(text, origin) ? new URL(text, origin) : undefined;
  if (url === undefined || url.origin !== origin || !text.startsWith("/") || text.length > MOST_PATH)
    throw new ApiError("InvalidQuery", "return must be a path of this service, such as /console/.");
  return url.href.slice(origin.length);
}

const MOST_PATH = 2048;

function redirect(to: string, headers: Answer["headers"]): Answer {
  return { status: 303, headers: { "cache-control": "no-store", ...headers, location: to } };
}

/** People read what has gone wrong, and how to go on; programs get a problem as everywhere. */
function failure(asked: ProviderRequest, error: unknown): Answer {
  const { request, service, provider } = asked;
  if (!String(request.headers.accept).includes("text/html")) throw error;
  const refused = ApiError.from(error);
  service.log.warn({ err: error, provider: provider.name }, "nobody could be signed in");
  const again = `${mountPathOf(request)}/apis/-${signInPath(provider)}?return=${encodeURIComponent(attemptOf(asked)?.to ?? `${mountPathOf(request)}/`)}`;
  return {
    status: refused.status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "cache-control": "no-store",
    },
    body: Buffer.from(failurePage(refused.message, again)),
  };
}

function failurePage(reason: string, again: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not signed in</title>
<h1>You are not signed in</h1>
<p>${escapeHtml(reason)}</p>
<p><a href="${escapeHtml(again)}">Try again</a></p>
`;
}
