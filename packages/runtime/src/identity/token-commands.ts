import { randomBytes } from "node:crypto";
import { type CommandHandlers, commandStore, type NewToken, type Store, type StoredToken } from "@cmgen/store";
import { TOKEN_PREFIX } from "../access/caller.js";
import { newSecret, secretHash } from "./secret.js";

/** What a token is to be. */
export interface TokenRequest {
  /** What it is for, in the form of an object's name. The caller's name is made of it: see {@link tokenActor}. */
  readonly name: string;
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  /** The user that it acts for, with that user's roles and groups; absent if it acts for none. */
  readonly user?: { readonly name: string; readonly uid: string } | undefined;
  /** How long it is valid, in milliseconds; `null` for a token that does not expire. */
  readonly lifetime: number | null;
}

/** A token that was made. The secret is known here alone. */
export interface IssuedToken {
  readonly secret: string;
  readonly token: StoredToken;
}

/** The name of callers with a token. */
export function tokenActor(name: string): string {
  return TOKEN_PREFIX + name;
}

/** Makes a token. Only its hash is stored, or sent to the process that has the database. */
export async function issueToken(url: string, request: TokenRequest): Promise<IssuedToken> {
  const { secret, input } = newToken(request);
  const token = await commandStore(url, { name: ISSUE, input }, (store) => addToken(store, input));
  return { secret, token };
}

/** Makes a token in the process that has the store. */
export async function issueTokenIn(store: TokenStore, request: TokenRequest): Promise<IssuedToken> {
  const { secret, input } = newToken(request);
  return { secret, token: await addToken(store, input) };
}

function newToken(request: TokenRequest): { readonly secret: string; readonly input: TokenInput } {
  const secret = newSecret("token");
  return { secret, input: { ...request, id: randomBytes(5).toString("hex"), hash: secretHash(secret) } };
}

/** All tokens of a database, the newest first. */
export function listTokens(url: string): Promise<readonly StoredToken[]> {
  return commandStore(url, { name: LIST, input: undefined }, ({ identities }) => identities.tokens.list());
}

/** Revokes a token. Returns false if there is no such token, or it was revoked before. */
export function revokeToken(url: string, id: string): Promise<boolean> {
  return commandStore(url, { name: REVOKE, input: id }, (store) => revoke(store, id));
}

/**
 * Does these commands in the process that has the SQLite file.
 *
 * @param changed resolves once the process knows what was changed.
 */
export function tokenCommands(store: TokenStore, changed: () => Promise<void>): CommandHandlers {
  return {
    // Commands come from this module in processes of this user.
    [ISSUE]: (input) => addToken(store, input as TokenInput),
    [LIST]: () => store.identities.tokens.list(),
    [REVOKE]: async (input) => {
      const isRevoked = await revoke(store, input as string);
      await changed();
      return isRevoked;
    },
  };
}

const ISSUE = "issue token";
const LIST = "list tokens";
const REVOKE = "revoke token";

type TokenStore = Pick<Store, "identities" | "now">;

interface TokenInput extends TokenRequest {
  readonly id: string;
  readonly hash: string;
}

async function addToken(store: TokenStore, input: TokenInput): Promise<StoredToken> {
  const { id, hash, name, roles, groups, user, lifetime } = input;
  const createdAt = store.now();
  const expiresAt = lifetime === null ? null : createdAt + lifetime;
  const actor = user === undefined ? tokenActor(name) : user.name;
  const token = { id, name, actor, uid: user?.uid ?? null, roles, groups, createdAt, expiresAt };
  await store.identities.tokens.add({ ...token, hash } satisfies NewToken);
  return { ...token, revokedAt: null, usedAt: null };
}

function revoke(store: TokenStore, id: string): Promise<boolean> {
  return store.identities.tokens.revoke(id, store.now());
}
