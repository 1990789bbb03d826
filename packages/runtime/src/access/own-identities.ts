import type { Identity } from "./authenticator.js";

/**
 * The callers that the service itself knows by secrets that it has given out. Without a promise where that is known without the database, as it is
 * for all but the first requests.
 */
export interface OwnIdentities {
  /**
   * The caller that a token of `cmgen token create` stands for.
   *
   * @throws {ApiError} `Unauthorized` for a token that is malformed, not known, expired or revoked.
   */
  ofToken(token: string): Identity | Promise<Identity>;
  /**
   * The user whose session has this secret.
   *
   * @throws {ApiError} `Unauthorized` for the secret of a session that is not known or has ended.
   */
  ofSession(secret: string): Identity | Promise<Identity>;
}
