import { randomBytes } from "node:crypto";
import type { StoredSession } from "@cmgen/store";
import type { Service } from "../host/service.js";
import { newSecret, secretHash } from "../identity/secret.js";

/** A session that has begun. The secret is known here alone. */
export interface BegunSession {
  readonly id: string;
  /** The caller's name. */
  readonly user: string;
  readonly secret: string;
  readonly expiresAt: number;
}

/** Somebody whose session is to begin. */
export interface SignedInCaller extends Pick<StoredSession, "uid" | "identity"> {
  readonly name: string;
  /** How long the session lasts at most, in milliseconds. */
  readonly lifetime: number;
}

/** Begins, renews and ends sessions, for users with passwords and for callers of identity providers. */
export class SessionActs {
  readonly #service: Pick<Service, "store" | "identities">;

  constructor(service: Pick<Service, "store" | "identities">) {
    this.#service = service;
  }

  async begin({ name, uid, identity, lifetime }: SignedInCaller): Promise<BegunSession> {
    const { store } = this.#service;
    const secret = newSecret("session");
    const createdAt = store.now();
    // Before the caller can do anything under that name. A deletion keeps it as well, but a process may end before it has come to that.
    await store.identities.credentials.keepName(name, createdAt);
    const expiresAt = createdAt + lifetime;
    const id = randomBytes(8).toString("hex");
    await store.identities.sessions.add({
      id,
      hash: secretHash(secret),
      user: name,
      uid,
      identity,
      createdAt,
      expiresAt,
    });
    return { id, user: name, secret, expiresAt };
  }

  /** Gives a session another secret. Returns undefined if somebody has done so a moment ago. */
  async rotate(session: Pick<StoredSession, "id">, from: string): Promise<string | undefined> {
    const { store, identities } = this.#service;
    const secret = newSecret("session");
    const rotation = { from, to: secretHash(secret), at: store.now() };
    const isRotated = await store.identities.sessions.rotate(session.id, rotation);
    if (isRotated) await identities.refresh();
    return isRotated ? secret : undefined;
  }

  /** Ends a session. Returns false if it has ended before. */
  async end(id: string): Promise<boolean> {
    const { store, identities } = this.#service;
    const isEnded = await store.identities.sessions.end(id, store.now());
    await identities.refresh();
    return isEnded;
  }
}
