import type { FetchImplementation, JWTPayload } from "jose";
import { ConfigurationError } from "../error/configuration-error.js";
import { isCallerName, MOST_GROUPS, unauthorized } from "./authenticate.js";
import type { Identity } from "./authenticator.js";
import { TOKEN_PREFIX } from "./caller.js";

/** How long an identity provider may take, in milliseconds, and how much it may send. */
export const PROVIDER_TIMEOUT_MS = 5000;
const MOST_BYTES = 1024 * 1024;

/** Longer tokens are refused before they are looked at. */
export const MOST_TOKEN = 16 * 1024;

/** What of a token says who the caller is. */
export interface ClaimNames {
  /** The claim that is the caller's name. Default `sub`, which never changes. */
  readonly nameClaim?: string;
  /** Put in front of names: two providers may give the same name to two people. Default none. */
  readonly namePrefix?: string;
  /** The claim that lists the caller's groups. Default `groups`. */
  readonly groupsClaim?: string;
}

/** Who a token that has been verified says the caller is. @throws {ApiError} `Unauthorized` if it has no name for the caller. */
export function identityOf(payload: JWTPayload, names: ClaimNames): Identity {
  const { nameClaim = "sub", namePrefix = "", groupsClaim = "groups" } = names;
  const claim = Object.hasOwn(payload, nameClaim) ? payload[nameClaim] : undefined;
  const name = `${namePrefix}${String(claim)}`;
  if (typeof claim !== "string" || claim === "" || !isCallerName(name) || name.startsWith(TOKEN_PREFIX))
    throw unauthorized(`The token has no claim ${nameClaim} that can be a caller's name.`);
  const given: unknown = Object.hasOwn(payload, groupsClaim) ? payload[groupsClaim] : [];
  const groups = Array.isArray(given) ? given.filter(isCallerName) : [];
  if (groups.length > MOST_GROUPS)
    throw unauthorized(`The token has ${groups.length} groups, and a caller may have ${MOST_GROUPS}.`);
  return {
    name,
    groups,
    claims: payload,
    ...(payload.exp !== undefined && { expiresAt: payload.exp * 1000 }),
  };
}

/** @throws {ConfigurationError} for an option of `oidc` that is not a URL. */
export function providerUrl(option: string, text: string): URL {
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text);
  throw new ConfigurationError(`oidc: ${option} must be a URL, not ${JSON.stringify(text)}.`);
}

/** Reads an answer of an identity provider to its end, up to a size. */
export const boundedFetch: FetchImplementation = async (url, options) => {
  const response = await fetch(url, options);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error(`${url} answered more than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  const { status, headers } = response;
  return new Response(Buffer.concat(parts), { status, headers });
};
