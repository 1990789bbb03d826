import type { ChangedIdentities, Store } from "@cmgen/store";
import type { Identity } from "../access/authenticator.js";
import type { OwnIdentities } from "../access/own-identities.js";
import type { Log } from "../log/log.js";
import type { PresentedSession } from "./known-session.js";
import { KnownSessions } from "./known-sessions.js";
import { KnownTokens } from "./known-tokens.js";
import { refusedSecret } from "./refused-secret.js";
import { RevisionPoll } from "./revision-poll.js";
import { MAX_SECRET_LENGTH } from "./secret.js";
import { type DirectorySources, type KnownUser, UserDirectory } from "./user-directory.js";
import type { UserState } from "./user-state.js";

/** What identities are known from. */
export interface IdentitySources {
  readonly store: Pick<Store, "identities" | "now">;
  readonly log: Log;
  /** Undefined if the service has no users. */
  readonly users: Pick<DirectorySources, "users" | "changes" | "find"> | undefined;
  /** The identity providers at which people can sign in, by their keys. */
  readonly providers: readonly string[];
}

/** How long ended sessions, and failed attempts to sign in, are kept. */
const KEPT_MILLISECONDS = 86_400_000;

/** How often those that are older are deleted. */
const TRIM_MILLISECONDS = 3_600_000;

/**
 * The tokens and sessions of a service. What was looked up once is known without the database, until the revision of identities moves. If the
 * database does not answer for some seconds, nothing is relied on, and requests with secrets of the service are answered 503.
 */
export class Identities implements OwnIdentities {
  readonly #store: IdentitySources["store"];
  readonly #poll: RevisionPoll;
  readonly #tokens: KnownTokens;
  readonly #sessions: KnownSessions | undefined;
  readonly #users: UserDirectory | undefined;
  #trimmedAt = 0;

  constructor({ store, log, users, providers }: IdentitySources) {
    this.#store = store;
    const poll = new RevisionPoll(
      { store, log },
      {
        changed: (changes) => this.#change(changes),
        lost: () => this.#lose(),
        passed: () => this.#pass(),
      },
    );
    this.#poll = poll;
    this.#users = users && new UserDirectory({ ...users, log, ended: (user, why) => this.#endUser(user, why) });
    this.#tokens = new KnownTokens({ store, poll, users: this.#users });
    const hasSessions = this.#users !== undefined || providers.length > 0;
    this.#sessions = hasSessions
      ? new KnownSessions({ store, poll, users: this.#users, providers: new Set(providers), log })
      : undefined;
  }

  ofToken(token: string): Identity | Promise<Identity> {
    if (token.length > MAX_SECRET_LENGTH) throw refusedSecret("The token is too long.");
    return this.#tokens.identity(token);
  }

  ofSession(secret: string): Identity | Promise<Identity> {
    const session = this.session(secret);
    return session instanceof Promise ? session.then((each) => each.identity()) : session.identity();
  }

  /** The session of a secret. @throws {ApiError} `Unauthorized` if it is not valid. */
  session(secret: string): PresentedSession | Promise<PresentedSession> {
    if (secret.length > MAX_SECRET_LENGTH) throw refusedSecret("The session's secret is too long.");
    if (this.#sessions === undefined) throw refusedSecret("The service has no users, and nobody can sign in.");
    return this.#sessions.session(secret);
  }

  /** Begins to follow the users: from then on sessions and tokens of those who are disabled or deleted end. Nothing without users. */
  async begin(): Promise<void> {
    await this.#users?.begin();
  }

  /** A user as they are now; its holder sees when they change. Undefined in a service without users. */
  async user(name: string): Promise<KnownUser | undefined> {
    return this.#users?.user(name);
  }

  /** To be called when this process has changed tokens or sessions: what has ended is no longer valid when this resolves. */
  async refresh(): Promise<void> {
    // Without a revision nothing has been looked up.
    if (this.#poll.revision !== undefined) await this.#poll.refresh();
  }

  close(): Promise<void> {
    return this.#poll.close();
  }

  #change({ tokens, sessions }: ChangedIdentities): void {
    this.#tokens.change(tokens);
    this.#sessions?.change(sessions);
  }

  #lose(): void {
    this.#tokens.lose();
    this.#sessions?.lose();
  }

  async #endUser(user: Pick<UserState, "uid" | "name">, why: "disabled" | "deleted"): Promise<void> {
    const { credentials } = this.#store.identities;
    if (why === "deleted") await credentials.forget(user, this.#store.now());
    else await credentials.endAll(user.uid, this.#store.now());
    await this.refresh();
  }

  async #pass(): Promise<void> {
    await this.#tokens.writeUses();
    await this.#sessions?.writeUses();
    await this.#users?.retry();
    const now = this.#store.now();
    if (this.#sessions === undefined || now - this.#trimmedAt < TRIM_MILLISECONDS) return;
    this.#trimmedAt = now;
    await this.#store.identities.sessions.trim(now - KEPT_MILLISECONDS);
    await this.#store.identities.attempts.trim(now - KEPT_MILLISECONDS);
  }
}
