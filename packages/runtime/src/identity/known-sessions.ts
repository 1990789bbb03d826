import type { Hashed, Store, StoredSession } from "@cmgen/store";
import type { Log } from "../log/log.js";
import { HeldEntries } from "./held-entries.js";
import { KnownSession, PresentedSession, type SessionEnd } from "./known-session.js";
import { NotedUses } from "./noted-uses.js";
import { refusedSecret } from "./refused-secret.js";
import type { RevisionPoll } from "./revision-poll.js";
import { isSecret, secretHash } from "./secret.js";
import { readProviderIdentity } from "./provider-identity.js";
import type { KnownUser, UserDirectory } from "./user-directory.js";

export interface SessionSources {
  readonly store: Pick<Store, "identities" | "now">;
  readonly poll: RevisionPoll;
  /** Undefined if the service has no users. */
  readonly users: UserDirectory | undefined;
  /** The identity providers at which people can sign in, by their keys. */
  readonly providers: ReadonlySet<string>;
  readonly log: Log;
}

/** The sessions that have been looked up. */
export class KnownSessions {
  readonly #sources: SessionSources;
  readonly #sessions = new HeldEntries<KnownSession>();
  /** By the hashes of their secrets: a session has two for a while when it has been rotated. */
  readonly #presented = new HeldEntries<PresentedSession>();
  readonly #uses = new NotedUses();

  constructor(sources: SessionSources) {
    this.#sources = sources;
  }

  /** @throws {ApiError} `Unauthorized` for the secret of a session that is not valid. */
  session(secret: string): PresentedSession | Promise<PresentedSession> {
    const hash = secretHash(secret);
    const known = this.#presented.get(hash);
    const { poll, store } = this.#sources;
    if (known !== undefined && poll.isFresh() && known.end(store.now()) === undefined) return this.#use(known);
    if (!isSecret("session", secret)) throw refusedSecret("The session's secret is malformed.");
    return this.#find(hash);
  }

  change(sessions: readonly Hashed<StoredSession>[]): void {
    for (const session of sessions) this.#sessions.get(session.id)?.update(session);
  }

  lose(): void {
    for (const [, session] of this.#sessions.all()) session.lose();
    this.#sessions.clear();
    this.#presented.clear();
  }

  async writeUses(): Promise<void> {
    await this.#sources.store.identities.sessions.seen(this.#uses.take());
  }

  /** Reads it from the database, also if it is known: another process may have seen it in use. */
  async #find(hash: string): Promise<PresentedSession> {
    const { store, poll } = this.#sources;
    const found = await poll.settled(
      async () => {
        const stored = await store.identities.sessions.ofHash(hash);
        if (stored === undefined) throw refusedSecret("The session is not known: sign in again.");
        return { stored, user: await this.#userOf(stored) };
      },
      ({ stored, user }) => this.#keep(hash, stored, new KnownSession(stored, user)),
    );
    const end = found.end(store.now());
    if (end === undefined) return this.#use(found);
    // With the session of somebody whose secret has been stolen, that of the thief ends.
    if (end === "replayed" || end === "no-user") await this.#end(found, end);
    throw refusedSecret(reasons[end]);
  }

  /** Nobody is found where the service has no users. */
  async #userOf(stored: StoredSession): Promise<KnownUser> {
    const { users, providers } = this.#sources;
    const nobody = { name: stored.user, state: undefined };
    if (stored.identity === null) return (await users?.user(stored.user)) ?? nobody;
    const { provider, ...said } = readProviderIdentity(stored.identity);
    // Not ended: an older process, beside newer ones, may not know the provider yet.
    if (!providers.has(provider)) throw refusedSecret("Nobody can sign in there any more: sign in again.");
    return { name: stored.user, state: { uid: stored.uid, name: stored.user, roles: [], isDisabled: false, ...said } };
  }

  #keep(hash: string, stored: Hashed<StoredSession>, found: KnownSession): PresentedSession {
    const session = this.#sessions.get(stored.id) ?? found;
    if (session === found) this.#sessions.set(stored.id, session);
    else session.update(stored);
    const presented = this.#presented.get(hash) ?? new PresentedSession(session, hash, () => this.#sources.store.now());
    this.#presented.set(hash, presented);
    return presented;
  }

  async #end({ session }: PresentedSession, end: SessionEnd): Promise<void> {
    const { store, poll, log } = this.#sources;
    const { id, user } = session.stored;
    if (await store.identities.sessions.end(id, store.now()))
      log.warn({ session: id, user, reason: end }, "session ended");
    await poll.refresh();
  }

  #use(presented: PresentedSession): PresentedSession {
    const now = this.#sources.store.now();
    presented.session.see(now);
    this.#uses.note(presented, now);
    return presented;
  }
}

const reasons: Readonly<Record<SessionEnd, string>> = {
  ended: "The session has ended: sign in again.",
  expired: "The session has expired: sign in again.",
  idle: "The session has not been used for too long: sign in again.",
  "no-user": "The session has ended: sign in again.",
  replayed: "The session was refreshed since: sign in again.",
};
