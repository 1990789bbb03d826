import type { IncomingMessage } from "node:http";
import type { ProviderSignIn } from "../access/provider-sign-in.js";
import { ApiError } from "../error/api-error.js";
import type { Answer } from "../http/answer.js";
import { calledOrigin, remoteAddressOf } from "../http/client-view.js";
import { escapeHtml } from "../http/escape-html.js";
import { noteCaller } from "../http/request-caller.js";
import { mountPathOf, splitTarget } from "../http/request-target.js";
import { isCalledByTls } from "../http/taken-cookie.js";
import { writeProviderIdentity } from "../identity/provider-identity.js";
import { AttemptLimits } from "./attempt-limits.js";
import { endFormer, type SessionRequest } from "./presented-session.js";
import { sessionAnswer } from "./session-answer.js";
import {
  attemptIn,
  forgetAttempt,
  keepAttempt,
  newAttempt,
  type AttemptCookies,
  type KeptAttempt,
} from "./sign-in-attempt.js";
import type { SignInPath } from "./sign-in-path.js";

/** A request of a browser that somebody signs in with. */
interface ProviderRequest extends SessionRequest {
  readonly provider: ProviderSignIn;
  readonly query: URLSearchParams;
  readonly limits: AttemptLimits;
}

/** How a browser is sent to an identity provider, and what happens when it comes back. */
export function providerPaths(provider: ProviderSignIn, parts: Omit<SessionRequest, "request">): readonly SignInPath[] {
  const path = signInPath(provider);
  const limits = new AttemptLimits(parts.service.store);
  const answer = (act: (asked: ProviderRequest) => Promise<Answer>): SignInPath["respond"] => {
    return async ({ request }) => {
      if (request.method === "HEAD")
        throw new ApiError("MethodNotAllowed", "HEAD is not allowed here. Allowed: GET.", {
          headers: { allow: "GET" },
        });
      const query = new URLSearchParams(splitTarget(request.url ?? "").query);
      const asked = { ...parts, provider, request, query, limits };
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
  const attempt = newAttempt(provider.name, ownPath(query.get("return"), request));
  const url = await provider.authorizationUrl(attempt, redirectUri(provider, request));
  return redirect(url.href, { cookies: keepAttempt(attempt, cookiesOf(request)) });
}

async function finish(asked: ProviderRequest): Promise<Answer> {
  const { provider, request, query, service, sessions, limits } = asked;
  const attempt = attemptOf(asked);
  if (attempt === undefined)
    throw new ApiError("Unauthorized", "This browser has not begun to sign in, or more than ten minutes ago.");
  const to = ownPath(attempt.to, request);
  const returned = new URL(redirectUri(provider, request));
  returned.search = query.toString();
  const succeeded = await limits.provider(remoteAddressOf(request));
  const { subject, name, groups = [], claims = {} } = await provider.identity(attempt, returned);
  await succeeded();
  const { key, issuer, lifetime } = provider;
  const identity = writeProviderIdentity({ provider: key, groups, claims });
  const begun = await sessions.begin({ name, uid: `${issuer} ${subject}`, identity, lifetime });
  noteCaller(request, { name, groups, claims });
  await endFormer(asked);
  const { headers = {}, cookies = [] } = sessionAnswer(request, begun, { form: "cookie", now: service.store.now() });
  return redirect(to, { headers, cookies: [...cookies, forgetAttempt(attempt.state, isCalledByTls(request))] });
}

function attemptOf({ provider, request, query }: ProviderRequest): KeptAttempt | undefined {
  const attempt = attemptIn(cookiesOf(request), query.get("state") ?? "");
  return attempt?.provider === provider.name ? attempt : undefined;
}

function cookiesOf(request: IncomingMessage): AttemptCookies {
  return { header: request.headers.cookie, isSecure: isCalledByTls(request) };
}

/** As the provider must know it, and as the browser has called it. */
function redirectUri(provider: ProviderSignIn, request: IncomingMessage): string {
  return `${originOf(request)}${mountPathOf(request)}/apis/-${signInPath(provider)}/callback`;
}

/** In the form that browsers give it. */
function originOf(request: IncomingMessage): string {
  return new URL(calledOrigin(request)).origin;
}

/** A path of this service's origin, with its query and fragment: a link must not be able to lead anywhere else. */
function ownPath(text: string | null, request: IncomingMessage): string {
  if (text === null) return `${mountPathOf(request)}/`;
  const origin = originOf(request);
  const url = URL.canParse(text, origin) ? new URL(text, origin) : undefined;
  const path = url?.origin === origin ? url.href.slice(origin.length) : "";
  // A browser takes what is after two slashes for a host; dots between them are gone by now.
  if (!text.startsWith("/") || !/^\/(?!\/)/.test(path) || path.length > MOST_PATH)
    throw new ApiError(
      "InvalidQuery",
      `return must be a path of this service of at most ${MOST_PATH} characters, such as /console/.`,
    );
  return path;
}

/** It is kept in a cookie. */
const MOST_PATH = 1000;

function redirect(to: string, { headers, cookies }: Pick<Answer, "headers" | "cookies">): Answer {
  return {
    status: 303,
    headers: { "cache-control": "no-store", ...headers, location: to },
    ...(cookies && { cookies }),
  };
}

/** People read what has gone wrong, and how to go on; programs get a problem as everywhere. */
function failure(asked: ProviderRequest, error: unknown): Answer {
  const { request, service, provider, query } = asked;
  const refused = ApiError.from(error);
  // What the provider has answered may have secrets: only what is said of it is logged.
  service.log.warn({ provider: provider.name, reason: refused.message, cause: codeOf(refused.cause) }, "not signed in");
  if (!String(request.headers.accept).includes("text/html")) throw refused;
  const state = query.get("state");
  const to = attemptOf(asked)?.to ?? query.get("return") ?? `${mountPathOf(request)}/`;
  return {
    status: refused.status,
    headers: {
      ...refused.headers,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      // The address has the provider's code.
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    },
    ...(state !== null && { cookies: [forgetAttempt(state, isCalledByTls(request))] }),
    body: Buffer.from(failurePage(refused.message, againAt(provider, request, to))),
  };
}

function againAt(provider: ProviderSignIn, request: IncomingMessage, to: string): string {
  return `${mountPathOf(request)}/apis/-${signInPath(provider)}?return=${encodeURIComponent(to)}`;
}

/** `OAUTH_TIMEOUT`, `ECONNREFUSED`. */
function codeOf(cause: unknown): string | undefined {
  const { code, name } = Object(cause) as { readonly code?: unknown; readonly name?: unknown };
  return [code, name].find((each) => typeof each === "string");
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
