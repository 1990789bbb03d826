import type { Store, StoredToken } from "@cmgen/store";
import type { AccessControl, Session } from "../access/access-control.js";
import type { Identity } from "../access/authenticator.js";
import { noteOrigin } from "../access/identity-origin.js";
import type { Identities } from "../identity/identities.js";
import type { UserState } from "../identity/user-state.js";
import type { Creator } from "./creator.js";

/** What a subscription's creator may see now, and whether that still holds. */
export interface CreatorSession {
  /** Undefined for everything. */
  readonly session: Session | undefined;
  readonly isValid: () => boolean;
}

/** Why nothing may be sent in the name of a creator now. */
export class CreatorRefused extends Error {}

export interface CreatorSources {
  readonly access: AccessControl | undefined;
  readonly identities: Pick<Identities, "user">;
  readonly store: Pick<Store, "identities" | "now">;
}

const EVERYTHING: CreatorSession = { session: undefined, isValid: () => true };

/** Finds out what the creators of subscriptions may see at the moment. */
export class CreatorSessions {
  readonly #of: CreatorSources;
  #tokens: ReadonlyMap<string, StoredToken> | undefined;
  #revision = -1;
  readonly #identities = new WeakMap<UserState, Identity>();

  constructor(sources: CreatorSources) {
    this.#of = sources;
  }

  /** @throws {CreatorRefused} where the creator may do nothing any more; what the database throws. */
  async sessionOf(creator: Creator | undefined): Promise<CreatorSession> {
    const { access } = this.#of;
    if (creator === undefined)
      throw new CreatorRefused("Nobody knows who created it, so nobody knows what it may be sent: create it again.");
    if (creator.by === "plugin") return EVERYTHING;
    if (creator.by === "anybody") {
      if (access === undefined) return EVERYTHING;
      throw new CreatorRefused(
        "It was created when everybody could do everything with this service, and that is no longer so: create it again.",
      );
    }
    if (creator.by === "foreign") return this.#session(foreignIdentity(creator), () => true);
    return this.#known(creator);
  }

  /** Reads what has changed of tokens: to be called every few seconds, while any creator is one. */
  async refresh(): Promise<void> {
    const { identities } = this.#of.store;
    const revision = await identities.revision();
    if (revision === this.#revision && this.#tokens !== undefined) return;
    this.#tokens = new Map((await identities.tokens.list()).map((token) => [token.id, token]));
    this.#revision = revision;
  }

  async #known({ name, user: uid, token: id }: Extract<Creator, { readonly by: "known" }>): Promise<CreatorSession> {
    if (id !== undefined && this.#tokens === undefined) await this.refresh();
    const isTokenValid = (): boolean => id === undefined || this.#tokenProblem(id) === undefined;
    if (uid === undefined) {
      this.#assertToken(id);
      return this.#session(this.#ofToken(id, name), isTokenValid);
    }
    const user = await this.#of.identities.user(name);
    const state = user?.state;
    if (state?.uid !== uid) throw new CreatorRefused(`The user ${name}, who created it, is no longer there.`);
    if (state.isDisabled) throw new CreatorRefused(`The user ${name}, who created it, is disabled.`);
    this.#assertToken(id);
    return this.#session(this.#ofUser(state), () => user?.state === state && isTokenValid());
  }

  async #session(identity: Identity, isStill: () => boolean): Promise<CreatorSession> {
    const session = await this.#of.access?.knownSessionFor(identity);
    return { session, isValid: () => isStill() && session?.isValid() !== false };
  }

  #ofUser(state: UserState): Identity {
    const { name, uid, groups, roles, claims } = state;
    const known =
      this.#identities.get(state) ?? noteOrigin(Object.freeze({ name, groups, roles, claims }), { user: uid });
    this.#identities.set(state, known);
    return known;
  }

  #ofToken(id: string | undefined, name: string): Identity {
    const { groups, roles } = this.#tokens?.get(id ?? "") ?? { groups: [], roles: [] };
    return Object.freeze({ name, groups, roles });
  }

  #assertToken(id: string | undefined): void {
    const problem = id === undefined ? undefined : this.#tokenProblem(id);
    if (problem !== undefined)
      throw new CreatorRefused(
        `The token ${id}, with which it was created, ${problem}: create the subscription again, and delete this one.`,
      );
  }

  #tokenProblem(id: string): string | undefined {
    const token = this.#tokens?.get(id);
    if (token === undefined) return "is not known";
    if (token.revokedAt !== null) return "was revoked";
    return token.expiresAt !== null && this.#of.store.now() >= token.expiresAt ? "has expired" : undefined;
  }
}

function foreignIdentity({ name, groups, claims, roles }: Extract<Creator, { readonly by: "foreign" }>): Identity {
  return Object.freeze({ name, ...(groups && { groups }), ...(claims && { claims }), ...(roles && { roles }) });
}
