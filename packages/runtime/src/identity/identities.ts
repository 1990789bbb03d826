import type { ChangedIdentities, Store } from "@cmgen/store";
import type { Identity } from "../access/authenticator.js";
import type { OwnIdentities } from "../access/own-identities.js";
import type { Log } from "../log/log.js";
import { HeldEntries } from "./held-entries.js";
import { KnownToken } from "./known-token.js";
import { NotedUses } from "./noted-uses.js";
import { refusedSecret } from "./refused-secret.js";
import { RevisionPoll } from "./revision-poll.js";
import { isSecret, MAX_SECRET_LENGTH, secretHash } from "./secret.js";

/**
 * The tokens of a service. What was looked up once is known without the database, until the revision of identities moves. If the database does not
 * answer for some seconds, nothing is relied on, and requests with tokens are answered 503.
 */
export class Identities implements OwnIdentities {
  readonly #store: Pick<Store, "identities" | "now">;
  readonly #poll: RevisionPoll;
  readonly #tokens = new HeldEntries<KnownToken>();
  readonly #finding = new Map<string, Promise<Identity>>();
  readonly #uses = new NotedUses();

  constructor(store: Pick<Store, "identities" | "now">, log: Log) {
    this.#store = store;
    this.#poll = new RevisionPoll(
      { store, log },
      {
        changed: (changes) => this.#change(changes),
        lost: () => this.#lose(),
        passed: () => this.#writeUses(),
      },
    );
  }

  ofBearer(token: string): Identity | Promise<Identity> {
    if (token.length > MAX_SECRET_LENGTH) throw refusedSecret("The token is too long.");
    const hash = secretHash(token);
    const known = this.#tokens.get(hash);
    if (known !== undefined && this.#poll.isFresh()) return this.#use(known);
    if (!isSecret("token", token))
      throw refusedSecret("The token is malformed: a part of it is missing or has been changed.");
    let finding = this.#finding.get(hash);
    if (finding === undefined) {
      finding = this.#find(hash).finally(() => this.#finding.delete(hash));
      this.#finding.set(hash, finding);
    }
    return finding;
  }

  /** To be called when this process has changed tokens or sessions: what has ended is no longer valid when this resolves. */
  async refresh(): Promise<void> {
    // Without a revision nothing has been looked up.
    if (this.#poll.revision !== undefined) await this.#poll.refresh();
  }

  close(): Promise<void> {
    return this.#poll.close();
  }

  async #find(hash: string): Promise<Identity> {
    if (!this.#poll.isFresh()) await this.#poll.refresh();
    for (;;) {
      const known = this.#tokens.get(hash);
      if (known !== undefined) return this.#use(known);
      const { revision } = this.#poll;
      const token = await this.#store.identities.tokens.ofHash(hash);
      // What was changed meanwhile may not be in what was read.
      if (this.#poll.revision !== revision) continue;
      if (token === undefined) throw refusedSecret("The token is not known.");
      this.#tokens.set(hash, new KnownToken(token, () => this.#store.now()));
    }
  }

  #use(token: KnownToken): Identity {
    const now = this.#store.now();
    const refusal = token.refusal(now);
    if (refusal !== undefined) throw refusedSecret(refusal);
    this.#uses.note(token, now);
    return token.identity;
  }

  #change({ tokens }: ChangedIdentities): void {
    for (const { hash, revokedAt } of tokens) if (revokedAt !== null) this.#tokens.get(hash)?.revoke();
  }

  #lose(): void {
    for (const [, token] of this.#tokens.all()) token.revoke();
    this.#tokens.clear();
  }

  async #writeUses(): Promise<void> {
    await this.#store.identities.tokens.used(this.#uses.take());
  }
}
