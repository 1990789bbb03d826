import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
} from "jose";
import { unauthorized } from "./authenticate.js";
import type { Authenticator } from "./authenticator.js";
import {
  boundedFetch,
  type ClaimNames,
  identityOf,
  MOST_TOKEN,
  PROVIDER_TIMEOUT_MS,
  providerUrl,
} from "./identity-provider.js";
import { type OidcSignIn, ProviderSignIn } from "./provider-sign-in.js";

/** An identity provider whose tokens are accepted (OpenID Connect, RFC 9068). */
export interface OidcOptions extends ClaimNames {
  /** What the tokens' `iss` is: the provider's URL, which `/.well-known/openid-configuration` is below. */
  readonly issuer: string;
  /** What `aud` must have: this service, as the provider knows it. */
  readonly audience: string | readonly string[];
  /** Where the provider's keys are. Default: where its configuration says. */
  readonly jwksUri?: string;
  /** Lets people sign in at the provider, from the console and from pages of the service itself: they get a session. Default: they cannot. */
  readonly signIn?: OidcSignIn;
}

/** What two clocks may differ by, in seconds. */
const TOLERANCE = 30;

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
 * @throws {ConfigurationError} for an issuer that is not a URL, and for what cannot be in `signIn`.
 */
export function oidc(options: OidcOptions): Authenticator {
  const { issuer } = options;
  const keys = keysOf(options);
  const authenticator: Authenticator = async ({ headers }) => {
    const [, token] = BEARER.exec(headers.authorization ?? "") ?? [];
    if (token === undefined || issuerOf(token) !== issuer) return undefined;
    if (token.length > MOST_TOKEN) throw unauthorized(`The token is longer than ${MOST_TOKEN} characters.`);
    return identityOf(await verified(token, await keys(), options), options);
  };
  if (options.signIn !== undefined) signIns.set(authenticator, new ProviderSignIn(options, options.signIn));
  return authenticator;
}

const signIns = new WeakMap<Authenticator, ProviderSignIn>();

/** How people sign in at the provider of an authenticator; undefined if they cannot. */
export function signInOf(authenticator: Authenticator): ProviderSignIn | undefined {
  return signIns.get(authenticator);
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

/** The provider's keys, which are read when they are first needed. */
function keysOf({ issuer, jwksUri }: OidcOptions): () => Promise<JWTVerifyGetKey> {
  const configuration = providerUrl("issuer", `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const given = jwksUri === undefined ? undefined : providerUrl("jwksUri", jwksUri);
  const createKeys = async (): Promise<JWTVerifyGetKey> =>
    createRemoteJWKSet(given ?? (await discoverKeys(configuration, issuer)), {
      timeoutDuration: PROVIDER_TIMEOUT_MS,
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

/** OpenID Connect Discovery 1.0, 4. */
async function discoverKeys(configuration: URL, issuer: string): Promise<URL> {
  const response = await boundedFetch(configuration.href, {
    method: "GET",
    headers: new Headers({ accept: "application/json" }),
    redirect: "manual",
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
  if (response.status !== 200) throw new Error(`${configuration.href} answered ${response.status}`);
  const found: unknown = await response.json();
  const { issuer: named, jwks_uri: uri } = Object(found) as { readonly issuer?: unknown; readonly jwks_uri?: unknown };
  // 4.3: it must be the issuer that was asked for.
  if (named !== issuer || typeof uri !== "string")
    throw new Error(`${configuration.href} is not the configuration of the issuer ${issuer}`);
  return new URL(uri);
}
