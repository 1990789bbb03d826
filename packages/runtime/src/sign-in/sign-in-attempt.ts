import { randomBytes } from "node:crypto";
import type { SignInAttempt } from "../access/provider-sign-in.js";
import { isJsonObject } from "../document/json-object.js";

/** An attempt at one provider, and the path that the browser is to come back to. */
export interface KeptAttempt extends SignInAttempt {
  /** The provider's name: of two, one must not finish what the other has begun (RFC 9700, 4.4). */
  readonly provider: string;
  readonly to: string;
}

/** How long somebody may take at the provider. */
const MAX_AGE_SECONDS = 600;

/** Longer headers are not looked at. */
const MAX_HEADER_LENGTH = 16_384;

/** Attempts that a browser keeps beside a new one: cookies have little room. */
const KEPT = 2;

/** 256 random bits each (RFC 6749, 10.10; RFC 7636, 4.1). */
export function newAttempt(provider: string, to: string): KeptAttempt {
  const random = (): string => randomBytes(32).toString("base64url");
  return { provider, state: random(), nonce: random(), verifier: random(), to };
}

/** A browser's cookies of attempts. */
export interface AttemptCookies {
  readonly header: string | undefined;
  /** Whether the browser calls by TLS. Only then its cookies cannot come from a neighbouring host. */
  readonly isSecure: boolean;
}

/**
 * The values of `Set-Cookie` that keep an attempt in the browser which has begun it: nobody can be made to finish that of somebody else. Each has a
 * cookie of its own, since a browser may have two pages that sign in; the oldest go.
 */
export function keepAttempt(attempt: KeptAttempt, { header, isSecure }: AttemptCookies): readonly string[] {
  const value = Buffer.from(JSON.stringify(attempt)).toString("base64url");
  const others = [...new Set(cookiesIn(header, isSecure).map(([name]) => name))];
  return [
    setCookie(nameOf(attempt.state, isSecure), { value, maxAge: MAX_AGE_SECONDS, isSecure }),
    ...others.slice(0, Math.max(0, others.length - KEPT)).map((name) => setCookie(name, { ...GONE, isSecure })),
  ];
}

/** The value of `Set-Cookie` that takes the attempt of a state from the browser. */
export function forgetAttempt(state: string, isSecure: boolean): string {
  return setCookie(nameOf(state, isSecure), { ...GONE, isSecure });
}

/** The attempt of a state, if the browser has begun it. Undefined for two cookies of one name: somebody else may have put one there. */
export function attemptIn({ header, isSecure }: AttemptCookies, state: string): KeptAttempt | undefined {
  const name = nameOf(state, isSecure);
  const [found, ...others] = cookiesIn(header, isSecure).filter(([each]) => each === name);
  const attempt = found === undefined || others.length > 0 ? undefined : readAttempt(found[1]);
  return attempt?.state === state ? attempt : undefined;
}

const GONE = { value: "", maxAge: 0 };

interface CookieValue {
  readonly value: string;
  readonly maxAge: number;
  readonly isSecure: boolean;
}

function setCookie(name: string, { value, maxAge, isSecure }: CookieValue): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

function nameOf(state: string, isSecure: boolean): string {
  return prefixOf(isSecure) + state.replaceAll(/[^\w-]/g, "").slice(0, 8);
}

function prefixOf(isSecure: boolean): string {
  return `${isSecure ? "__Host-" : ""}cmgen-sign-in-`;
}

/** The attempts that a header has, the oldest first (RFC 6265, 5.4). */
function cookiesIn(header: string | undefined, isSecure: boolean): readonly (readonly [name: string, value: string])[] {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return [];
  return header.split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    return at > 0 && name.startsWith(prefixOf(isSecure)) ? [[name, pair.slice(at + 1).trim()] as const] : [];
  });
}

function readAttempt(text: string): KeptAttempt | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (!isJsonObject(value)) return undefined;
    const { provider, state, nonce, verifier, to } = value;
    const texts = [provider, state, nonce, verifier, to].map((each) => (typeof each === "string" ? each : ""));
    const [at = "", one = "", two = "", three = "", path = ""] = texts;
    return texts.includes("") ? undefined : { provider: at, state: one, nonce: two, verifier: three, to: path };
  } catch {
    // The service has not written it.
    return undefined;
  }
}
