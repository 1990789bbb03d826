import type { Identity } from "./authenticator.js";

/**
 * The callers that the service itself knows by secrets that it has given out. Without a promise where that is known without the database, as it is
 * for all but the first requests.
 */
export interface OwnIdentities {
  /**
   * The caller that a bearer token of the service stands for: one made by `cmgen token create`, or that of a session.
   *
   * @throws {ApiError} `Unauthorized` for a token that is malformed, not known, expired or revoked.
   */
  ofBearer(token: string): Identity | Promise<Identity>;
}
