import { createHash } from "node:crypto";
import { durationMs } from "@cmgen/model/internal";
import type { Configuration } from "openid-client";
import { ApiError } from "../error/api-error.js";
import { ConfigurationError } from "../error/configuration-error.js";
import { printValue } from "../log/describe-error.js";
import { unauthorized } from "./authenticate.js";
import type { Identity } from "./authenticator.js";
import {
  boundedFetch,
  type ClaimNames,
  identityOf,
  MOST_TOKEN,
  PROVIDER_TIMEOUT_MS,
  providerUrl,
} from "./identity-provider.js";

/** How people sign in at an identity provider (OpenID Connect Core 1.0, 3.1: the authorization code flow, with PKCE). */
export interface OidcSignIn {
  /** The service as the provider knows it. */
  readonly clientId: string;
  /** The client's secret, if it has one. Never in the code: `process.env["OIDC_CLIENT_SECRET"]`. */
  readonly clientSecret?: string | undefined;
  /** What the button says after "Sign in with". Default: the host of the issuer. */
  readonly label?: string;
  /** What is asked for. Default `["openid", "profile"]`. */
  readonly scopes?: readonly string[];
  /** How long a session lasts at most, and how old what it says of the caller's groups can be. Default `12h`, at most seven days. */
  readonly lifetime?: string;
  /** What the provider is called in paths: `/apis/-/sign-in/oidc`. Of two providers one needs another. Default `oidc`. */
  readonly name?: string;
}

/** What is kept in the browser while somebody is at the provider. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Which provider it is. */
type Issuer = ClaimNames & { readonly issuer: string };

const MOST_LIFETIME = 7 * 86_400_000;

/** A provider that could not be asked is not asked again for so long, in milliseconds. */
const PAUSE = 5000;

/** Answers of a provider that are waited for at the same time, at most. */
const MOST_WAITING = 50;

/** What OpenID Connect allows in a `sub` (Core 1.0, 2). */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

const NAME = /^[a-z][a-z0-9-]{0,30}$/;

/** Errors of the library that say what is wrong with an answer, and not that there was none. */
const NOT_VALID: ReadonlySet<string> = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_KEY_SELECTION_FAILED",
  "OAUTH_UNSUPPORTED_OPERATION",
]);

/** Sends people to an identity provider, and finds out who has come back. */
export class ProviderSignIn {
  readonly name: string;
  readonly label: string;
  readonly issuer: string;
  /** Changes with all that decides who somebody is: sessions of another one are not valid. */
  readonly key: string;
  /** Put in front of names. */
  readonly namePrefix: string;
  /** In milliseconds. */
  readonly lifetime: number;
  readonly #claims: ClaimNames;
  readonly #options: OidcSignIn;
  #configuration: Promise<Configuration> | undefined;
  #askAgainAt = 0;
  #waiting = 0;

  /** @throws {ConfigurationError} for a name, lifetime or client that cannot be. */
  constructor({ issuer, ...claims }: Issuer, options: OidcSignIn) {
    const url = providerUrl("issuer", issuer);
    const { clientId, name = "oidc", lifetime = "12h", label = url.host } = options;
    if (url.protocol === "http:" && !isOwnMachine(url))
      throw new ConfigurationError(`oidc: signIn needs an issuer with https, not ${printValue(issuer)}.`);
    if (!NAME.test(name))
      throw new ConfigurationError(
        `oidc: signIn.name must be lower-case letters, digits and hyphens, not ${printValue(name)}.`,
      );
    if (typeof clientId !== "string" || clientId === "")
      throw new ConfigurationError("oidc: signIn.clientId must be what the provider calls this service.");
    this.name = name;
    this.label = label;
    this.issuer = issuer;
    this.namePrefix = claims.namePrefix ?? "";
    const { nameClaim = "sub", groupsClaim = "groups" } = claims;
    const identity = [issuer, clientId, this.namePrefix, nameClaim, groupsClaim];
    this.key = createHash("sha256").update(JSON.stringify(identity)).digest("base64url");
    this.lifetime = lifetimeOf(lifetime);
    this.#claims = claims;
    this.#options = options;
  }

  /** Where to send somebody. @throws {ApiError} `NotReady` if the provider does not answer. */
  async authorizationUrl({ state, nonce, verifier }: SignInAttempt, redirectUri: string): Promise<URL> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import("openid-client");
    const { scopes = ["openid", "profile"] } = this.#options;
    return buildAuthorizationUrl(await this.#known(), {
      redirect_uri: redirectUri,
      scope: scopes.join(" "),
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
  }

  /**
   * Who has come back from the provider.
   *
   * @param returned the redirect URI, with the query that the provider has given it.
   * @throws {ApiError} `Unauthorized` if the provider or the checks of its answer refuse; `NotReady` if it does not answer.
   */
  async identity({ state, nonce, verifier }: SignInAttempt, returned: URL): Promise<SignedIn> {
    const { authorizationCodeGrant } = await import("openid-client");
    const configuration = await this.#known();
    if (this.#waiting >= MOST_WAITING)
      throw new ApiError("TooManyRequests", "Too many people sign in at the same time. Try again.", {
        headers: { "retry-after": "5" },
      });
    this.#waiting++;
    try {
      const answer = await authorizationCodeGrant(configuration, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = answer.claims();
      if (claims === undefined || (answer.id_token?.length ?? 0) > MOST_TOKEN)
        throw unauthorized(
          `The identity provider gave no ID token, or one that is longer than ${MOST_TOKEN} characters.`,
        );
      // Some providers have one configuration for many issuers, of which only this one is meant.
      if (claims.iss !== this.issuer)
        throw unauthorized(`The ID token is of another issuer, ${printValue(claims.iss)}.`);
      if (!SUBJECT.test(claims.sub)) throw unauthorized("The ID token has a subject that is not valid.");
      return { ...identityOf(claims, this.#claims), subject: claims.sub };
    } catch (error) {
      throw await this.#refusal(error);
    } finally {
      this.#waiting--;
    }
  }

  /** The provider's endpoints, which are read when they are first needed, and again some time after a failure. */
  #known(): Promise<Configuration> {
    if (this.#configuration === undefined && Date.now() < this.#askAgainAt) throw unavailable(undefined);
    this.#configuration ??= this.#discover().catch((error: unknown) => {
      this.#forget();
      throw unavailable(error);
    });
    return this.#configuration;
  }

  #forget(): void {
    this.#configuration = undefined;
    this.#askAgainAt = Date.now() + PAUSE;
  }

  async #discover(): Promise<Configuration> {
    const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks, None } =
      await import("openid-client");
    const { clientId, clientSecret } = this.#options;
    const issuer = new URL(this.issuer);
    // The library trusts a connection with TLS, which an issuer on one's own machine has not.
    const execute = [enableNonRepudiationChecks, ...(issuer.protocol === "http:" ? [allowInsecureRequests] : [])];
    return discovery(issuer, clientId, clientSecret, clientSecret === undefined ? None() : undefined, {
      execute,
      timeout: PROVIDER_TIMEOUT_MS / 1000,
      [customFetch]: boundedFetch,
    });
  }

  async #refusal(error: unknown): Promise<unknown> {
    const { AuthorizationResponseError, ClientError, ResponseBodyError } = await import("openid-client");
    if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
      const { error: code, error_description: description } = error;
      // The person who signs in cannot fix this.
      if (code === "invalid_client")
        return unauthorized(
          "The identity provider does not know this service: tell its operator that clientId or clientSecret is wrong.",
          error,
        );
      return unauthorized(`The identity provider has refused: ${description ?? code}.`, error);
    }
    if (error instanceof ApiError) return error;
    if (error instanceof ClientError && NOT_VALID.has(error.code ?? ""))
      return unauthorized(`The identity provider's answer is not valid: ${error.message}.`, error);
    // Its endpoints may have moved.
    this.#forget();
    return unavailable(error);
  }
}

/** Somebody who has signed in at a provider. */
export interface SignedIn extends Identity {
  /** What the provider itself calls them: the claim `sub`. */
  readonly subject: string;
}

function isOwnMachine({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}

function lifetimeOf(text: string): number {
  const lifetime = durationMs(text);
  if (lifetime !== undefined && lifetime >= 1 && lifetime <= MOST_LIFETIME) return lifetime;
  throw new ConfigurationError(
    `oidc: signIn.lifetime must be a duration of at most 168 h, such as "12h", not ${printValue(text)}.`,
  );
}

function unavailable(cause: unknown): ApiError {
  return new ApiError("NotReady", "The identity provider does not answer. Try again later.", {
    headers: { "retry-after": "5" },
    cause,
  });
}
