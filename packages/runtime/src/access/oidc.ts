import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type FetchImplementation,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
} from "jose";
import { ConfigurationError } from "../error/configuration-error.js";
import { isCallerName, unauthorized } from "./authenticate.js";
import type { Authenticator, Identity } from "./authenticator.js";

/** An identity provider whose tokens are accepted (OpenID Connect, RFC 9068). */
export interface OidcOptions {
  /** What the tokens' `iss` is: the provider's URL, which `/.well-known/openid-configuration` is below. */
  readonly issuer: string;
  /** What `aud` must have: this service, as the provider knows it. */
  readonly audience: string | readonly string[];
  /** Where the provider's keys are. Default: where its configuration says. */
  readonly jwksUri?: string;
  /** The claim that is the caller's name. Default `sub`, which never changes. */
  readonly nameClaim?: string;
  /** Put in front of names: two providers may give the same name to two people. Default none. */
  readonly namePrefix?: string;
  /** The claim that lists the caller's groups. Default `groups`. */
  readonly groupsClaim?: string;
}

/** Longer ones are refused before they are looked at. */
const MOST_TOKEN = 16 * 1024;

/** What two clocks may differ by, in seconds. */
const TOLERANCE = 30;

/** How long the provider may take, in milliseconds, and how much it may send. */
const TIMEOUT_MS = 5000;
const MOST_BYTES = 1024 * 1024;

/** Signatures that are made with a key of the provider's own: none that anybody could make who has its public key. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

const BEARER = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*)$/i;

/**
 * Authenticates callers by the JSON Web Tokens that an identity provider has signed for this service (RFC 7519, RFC 8725). Its keys are read when the
 * first token comes, kept for ten minutes, and read again for a key that is not among them. While they cannot be read, requests with
 * tokens are answered 503.
 *
 * @throws {ConfigurationError} for an issuer that is not a URL.
 */
export function oidc(options: OidcOptions): Authenticator {
  const { issuer } = options;
  const keys = keysOf(options);
  return async ({ headers }) => {
    const [, token] = BEARER.exec(headers.authorization ?? "") ?? [];
    if (token === undefined || issuerOf(token) !== issuer) return undefined;
    if (token.length > MOST_TOKEN) throw unauthorized(`The token is longer than ${MOST_TOKEN} characters.`);
    return identityOf(await verified(token, await keys(), options), options);
  };
}

/** Who a token says has made it: only to find out who is to verify it. */
function issuerOf(token: string): string | undefined {
  if (token.length > 2 * MOST_TOKEN) return undefined;
  try {
    return decodeJwt(token).iss;
  } catch {
    // It is not a token of this kind.
    return undefined;
  }
}

async function verified(token: string, keys: JWTVerifyGetKey, { issuer, audience }: OidcOptions): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: typeof audience === "string" ? audience : [...audience],
      algorithms: ALGORITHMS,
      clockTolerance: TOLERANCE,
      requiredClaims: ["exp"],
    });
    if (payload.iat !== undefined && payload.iat > Date.now() / 1000 + TOLERANCE)
      throw unauthorized("The token was issued in the future.");
    return payload;
  } catch (error) {
    throw isRefusal(error) ? unauthorized(`The token is not valid: ${error.message}.`, error) : error;
  }
}

/** What is wrong with the token, and not with the provider. */
function isRefusal(error: unknown): error is errors.JOSEError {
  const refusals = [
    errors.JWTClaimValidationFailed,
    errors.JWTExpired,
    errors.JWTInvalid,
    errors.JWSInvalid,
    errors.JWSSignatureVerificationFailed,
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
  ];
  return refusals.some((refusal) => error instanceof refusal);
}

function identityOf(payload: JWTPayload, options: OidcOptions): Identity {
  const { nameClaim = "sub", namePrefix = "", groupsClaim = "groups" } = options;
  const claim = Object.hasOwn(payload, nameClaim) ? payload[nameClaim] : undefined;
  const name = `${namePrefix}${String(claim)}`;
  if (typeof claim !== "string" || claim === "" || !isCallerName(name))
    throw unauthorized(`The token has no claim ${nameClaim} that can be a caller's name.`);
  const groups: unknown = Object.hasOwn(payload, groupsClaim) ? payload[groupsClaim] : [];
  return {
    name,
    groups: Array.isArray(groups) ? groups.filter(isCallerName) : [],
    claims: payload,
    ...(payload.exp !== undefined && { expiresAt: payload.exp * 1000 }),
  };
}

/** The provider's keys, which are read when they are first needed. */
function keysOf({ issuer, jwksUri }: OidcOptions): () => Promise<JWTVerifyGetKey> {
  const configuration = urlOf("issuer", `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const given = jwksUri === undefined ? undefined : urlOf("jwksUri", jwksUri);
  const createKeys = async (): Promise<JWTVerifyGetKey> =>
    createRemoteJWKSet(given ?? (await discoverKeys(configuration, issuer)), {
      timeoutDuration: TIMEOUT_MS,
      [customFetch]: boundedFetch,
    });
  let keys: Promise<JWTVerifyGetKey> | undefined;
  return () => {
    keys ??= createKeys().catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
}

function urlOf(option: string, text: string): URL {
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text);
  throw new ConfigurationError(`oidc: ${option} must be a URL, not ${JSON.stringify(text)}.`);
}

/** OpenID Connect Discovery 1.0, 4. */
async function discoverKeys(configuration: URL, issuer: string): Promise<URL> {
  const response = await boundedFetch(configuration.href, {
    method: "GET",
    headers: new Headers({ accept: "application/json" }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200) throw new Error(`${configuration.href} answered ${response.status}`);
  const found: unknown = await response.json();
  const { issuer: named, jwks_uri: uri } = Object(found) as { readonly issuer?: unknown; readonly jwks_uri?: unknown };
  // 4.3: it must be the issuer that was asked for.
  if (named !== issuer || typeof uri !== "string")
    throw new Error(`${configuration.href} is not the configuration of the issuer ${issuer}`);
  return new URL(uri);
}

/** Reads an answer to its end, up to a size. */
const boundedFetch: FetchImplementation = async (url, options) => {
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
