import type { Hashed, Store, StoredToken } from "@cmgen/store";
import type { Identity } from "../access/authenticator.js";
import { HeldEntries } from "./held-entries.js";
import { KnownToken } from "./known-token.js";
import { NotedUses } from "./noted-uses.js";
import { refusedSecret } from "./refused-secret.js";
import type { RevisionPoll } from "./revision-poll.js";
import { isSecret, secretHash } from "./secret.js";
import type { UserDirectory } from "./user-directory.js";

export interface TokenSources {
  readonly store: Pick<Store, "identities" | "now">;
  readonly poll: RevisionPoll;
  /** Undefined if the service has no users. */
  readonly users: UserDirectory | undefined;
}

/** The tokens that have been looked up. */
export class KnownTokens {
  readonly #sources: TokenSources;
  readonly #tokens = new HeldEntries<KnownToken>();
  readonly #finding = new Map<string, Promise<Identity>>();
  readonly #uses = new NotedUses();

  constructor(sources: TokenSources) {
    this.#sources = sources;
  }

  /** @throws {ApiError} `Unauthorized` for a token that is not valid. */
  identity(token: string): Identity | Promise<Identity> {
    const hash = secretHash(token);
    const known = this.#tokens.get(hash);
    if (known !== undefined && this.#sources.poll.isFresh()) return this.#use(known);
    if (!isSecret("token", token))
      throw refusedSecret("The token is malformed: a part of it is missing or has been changed.");
    let finding = this.#finding.get(hash);
    if (finding === undefined) {
      finding = this.#find(hash).finally(() => this.#finding.delete(hash));
      this.#finding.set(hash, finding);
    }
    return finding;
  }

  change(tokens: readonly Hashed<StoredToken>[]): void {
    for (const { hash, revokedAt } of tokens) if (revokedAt !== null) this.#tokens.get(hash)?.revoke();
  }

  lose(): void {
    for (const [, token] of this.#tokens.all()) token.revoke();
    this.#tokens.clear();
  }

  async writeUses(): Promise<void> {
    await this.#sources.store.identities.tokens.used(this.#uses.take());
  }

  async #find(hash: string): Promise<Identity> {
    const { store, poll, users } = this.#sources;
    const known = await poll.settled(
      async () => {
        const held = this.#tokens.get(hash);
        if (held !== undefined) return held;
        const token = await store.identities.tokens.ofHash(hash);
        if (token === undefined) throw refusedSecret("The token is not known.");
        const user = token.uid === null ? undefined : await users?.user(token.actor);
        return new KnownToken(token, user, () => store.now());
      },
      (token) => {
        if (this.#tokens.get(hash) === undefined) this.#tokens.set(hash, token);
        return token;
      },
    );
    return this.#use(known);
  }

  #use(token: KnownToken): Identity {
    const now = this.#sources.store.now();
    const refusal = token.refusal(now);
    if (refusal !== undefined) throw refusedSecret(refusal);
    this.#uses.note(token, now);
    return token.identity();
  }
}
