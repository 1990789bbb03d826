import type { Hashed, StoredToken } from "@cmgen/store";
import type { Identity } from "../access/authenticator.js";
import type { Noted } from "./noted-uses.js";

/** A token that has been looked up. Whoever holds it sees when it is revoked. */
export class KnownToken implements Noted {
  readonly id: string;
  readonly identity: Identity;
  notedAt: number;
  readonly #expiresAt: number;
  #isRevoked: boolean;

  constructor(token: Hashed<StoredToken>, now: () => number) {
    const { id, actor, groups, roles, expiresAt } = token;
    this.id = id;
    this.notedAt = token.usedAt ?? 0;
    this.#expiresAt = expiresAt ?? Infinity;
    this.#isRevoked = token.revokedAt !== null;
    this.identity = {
      name: actor,
      groups,
      roles,
      ...(expiresAt !== null && { expiresAt }),
      isValid: () => this.refusal(now()) === undefined,
    };
  }

  /** Why it is not valid now; undefined if it is. */
  refusal(now: number): string | undefined {
    if (this.#isRevoked) return "The token has been revoked.";
    return now < this.#expiresAt ? undefined : "The token has expired.";
  }

  revoke(): void {
    this.#isRevoked = true;
  }
}
