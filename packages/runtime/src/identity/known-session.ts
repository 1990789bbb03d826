import type { Hashed, StoredSession } from "@cmgen/store";
import type { Identity } from "../access/authenticator.js";
import { noteOrigin } from "../access/identity-origin.js";
import type { KnownUser } from "./user-directory.js";
import type { UserState } from "./user-state.js";

/** After so long without a request a session ends. */
export const IDLE_MILLISECONDS = 12 * 3_600_000;

/** After so long every session ends, whatever it is used for. */
export const LIFETIME_MILLISECONDS = 7 * 86_400_000;

/** For so long after a rotation requests with the secret before are answered: they were sent before the answer came. */
const GRACE_MILLISECONDS = 60_000;

/** Why a session is not valid. `replayed`: somebody has a secret that its owner has not had for some time. */
export type SessionEnd = "ended" | "expired" | "idle" | "no-user" | "replayed";

/** A session that has been looked up. Anyone who holds it sees when it ends, and when its user changes. */
export class KnownSession {
  readonly user: KnownUser;
  #stored: Hashed<StoredSession>;
  #seenAt: number;
  #isLost = false;

  constructor(stored: Hashed<StoredSession>, user: KnownUser) {
    this.user = user;
    this.#stored = stored;
    this.#seenAt = stored.seenAt;
  }

  get id(): string {
    return this.#stored.id;
  }

  get stored(): Hashed<StoredSession> {
    return this.#stored;
  }

  /** Takes what the database says now. */
  update(stored: Hashed<StoredSession>): void {
    this.#stored = stored;
    this.#seenAt = Math.max(this.#seenAt, stored.seenAt);
  }

  /** Nothing that is known of it is certain any more. */
  lose(): void {
    this.#isLost = true;
  }

  see(now: number): void {
    this.#seenAt = now;
  }

  /** Why it is not valid for a caller with the secret of this hash; undefined if it is. */
  endFor(hash: string, now: number): SessionEnd | undefined {
    const { endedAt, expiresAt, uid } = this.#stored;
    if (this.#isLost || endedAt !== null) return "ended";
    if (now >= expiresAt) return "expired";
    if (now - this.#seenAt >= IDLE_MILLISECONDS) return "idle";
    const { state } = this.user;
    if (state === undefined || state.uid !== uid || state.isDisabled) return "no-user";
    return this.isCurrent(hash) || now < (this.#stored.rotatedAt ?? 0) + GRACE_MILLISECONDS ? undefined : "replayed";
  }

  /** Whether a hash is that of the newest secret. */
  isCurrent(hash: string): boolean {
    return this.#stored.hash === hash;
  }
}

/** A secret of a session, as a caller has presented it. */
export class PresentedSession {
  readonly session: KnownSession;
  readonly hash: string;
  readonly #now: () => number;
  notedAt: number;
  #state: UserState | undefined;
  #identity: Identity | undefined;

  constructor(session: KnownSession, hash: string, now: () => number) {
    this.session = session;
    this.hash = hash;
    this.notedAt = session.stored.seenAt;
    this.#now = now;
  }

  get id(): string {
    return this.session.id;
  }

  /** Why it is not valid now; undefined if it is. */
  end(now: number): SessionEnd | undefined {
    return this.session.endFor(this.hash, now);
  }

  /** Who calls: by what the user's object says now, or the identity provider said at the sign-in. */
  identity(): Identity {
    const { name, state } = this.session.user;
    if (this.#identity === undefined || this.#state !== state) {
      this.#state = state;
      const identity = Object.freeze({
        name,
        groups: state?.groups ?? [],
        roles: state?.roles ?? [],
        claims: state?.claims ?? {},
        expiresAt: this.session.stored.expiresAt,
        isValid: () => this.end(this.#now()) === undefined && this.session.user.state === state,
      });
      const isOwn = this.session.stored.identity === null;
      this.#identity = isOwn ? noteOrigin(identity, { user: state?.uid }) : identity;
    }
    return this.#identity;
  }
}
