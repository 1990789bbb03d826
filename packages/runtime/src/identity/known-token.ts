import type { Hashed, StoredToken } from "@cmgen/store";
import type { Identity } from "../access/authenticator.js";
import { noteOrigin } from "../access/identity-origin.js";
import type { KnownUser } from "./user-directory.js";
import type { UserState } from "./user-state.js";
import type { Noted } from "./noted-uses.js";

/** A token that has been looked up. Anyone who holds it sees when it is revoked. */
export class KnownToken implements Noted {
  readonly id: string;
  notedAt: number;
  readonly #token: Hashed<StoredToken>;
  /** The user that it acts for; undefined if it acts for none. */
  readonly #user: KnownUser | undefined;
  readonly #now: () => number;
  #isRevoked: boolean;
  #state: UserState | undefined;
  #identity: Identity | undefined;

  constructor(token: Hashed<StoredToken>, user: KnownUser | undefined, now: () => number) {
    this.id = token.id;
    this.notedAt = token.usedAt ?? 0;
    this.#token = token;
    this.#user = user;
    this.#now = now;
    this.#isRevoked = token.revokedAt !== null;
  }

  /** Who calls: the token itself, or the user that it acts for, by what the user's object says now. */
  identity(): Identity {
    const state = this.#user?.state;
    if (this.#identity === undefined || this.#state !== state) {
      this.#state = state;
      const { actor, groups, roles, expiresAt } = this.#token;
      const identity = Object.freeze({
        name: actor,
        groups: state?.groups ?? groups,
        roles: state?.roles ?? roles,
        ...(state !== undefined && { claims: state.claims }),
        ...(expiresAt !== null && { expiresAt }),
        isValid: () => this.refusal(this.#now()) === undefined && this.#user?.state === state,
      });
      this.#identity = noteOrigin(identity, { user: state?.uid, token: this.id });
    }
    return this.#identity;
  }

  /** Why it is not valid now; undefined if it is. */
  refusal(now: number): string | undefined {
    const { expiresAt, uid } = this.#token;
    if (this.#isRevoked) return "The token has been revoked.";
    if (expiresAt !== null && now >= expiresAt) return "The token has expired.";
    if (uid === null) return undefined;
    const state = this.#user?.state;
    return state?.uid === uid && !state.isDisabled ? undefined : "The user that the token acts for may not sign in.";
  }

  revoke(): void {
    this.#isRevoked = true;
  }
}
