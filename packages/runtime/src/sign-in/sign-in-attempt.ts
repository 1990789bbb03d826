import { randomBytes } from "node:crypto";
import type { SignInAttempt } from "../access/provider-sign-in.js";
import { isJsonObject } from "../document/json-object.js";

/** An attempt, and the path that the browser is to come back to. */
export interface KeptAttempt extends SignInAttempt {
  readonly to: string;
}

/** How long somebody may take at the provider. */
const MAX_AGE_SECONDS = 600;

/** Longer headers hold nothing of ours. */
const MAX_HEADER_LENGTH = 16_384;

/** 256 random bits each (RFC 6749, 10.10; RFC 7636, 4.1). */
export function newAttempt(to: string): KeptAttempt {
  const random = (): string => randomBytes(32).toString("base64url");
  return { state: random(), nonce: random(), verifier: random(), to };
}

/**
 * The value of `Set-Cookie` that keeps an attempt in the browser which has begun it: nobody can be made to finish that of somebody else. Each has a
 * cookie of its own, since a browser may have two pages that sign in.
 */
export function setAttemptCookie(attempt: KeptAttempt, isSecure: boolean): string {
  const value = Buffer.from(JSON.stringify(attempt)).toString("base64url");
  const name = cookieName(attempt.state, isSecure);
  return `${name}=${value}; Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** The attempt of a state, if the browser has begun it. */
export function attemptIn(header: string | undefined, state: string, isSecure: boolean): KeptAttempt | undefined {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return undefined;
  const start = `${cookieName(state, isSecure)}=`;
  const found = header.split(";").find((pair) => pair.trim().startsWith(start));
  const attempt = found === undefined ? undefined : readAttempt(found.trim().slice(start.length));
  return attempt?.state === state ? attempt : undefined;
}

function cookieName(state: string, isSecure: boolean): string {
  return `${isSecure ? "__Host-" : ""}cmgen-sign-in-${state.slice(0, 8)}`;
}

function readAttempt(text: string): KeptAttempt | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (!isJsonObject(value)) return undefined;
    const { state, nonce, verifier, to } = value;
    const isWhole = [state, nonce, verifier, to].every((each) => typeof each === "string" && each !== "");
    return isWhole
      ? { state: String(state), nonce: String(nonce), verifier: String(verifier), to: String(to) }
      : undefined;
  } catch {
    // It is not one of ours.
    return undefined;
  }
}
