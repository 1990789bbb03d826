import type { StoredToken } from "@cmgen/store";
import type { Service } from "../host/service.js";
import { TOKEN_PREFIX } from "../access/caller.js";
import { type UserState, userStateOf } from "../identity/user-state.js";

/** What gives a caller groups and roles. */
export interface CallerSource {
  /** In words: `the user object ann`. */
  readonly from: string;
  readonly groups: readonly string[];
  readonly roles: readonly string[];
}

/** What the service itself knows of a caller's name. */
export interface KnownCaller {
  /** The caller's name, where it is another: a token that acts for a user is that user. */
  readonly name?: string;
  readonly sources: readonly CallerSource[];
  readonly claims?: UserState["claims"];
  /** Why nobody can come with this name now. */
  readonly refusal?: string;
  readonly notes: readonly string[];
  /** Whether only an identity provider, or a function of the plugin, can know such a caller. */
  readonly isForeign?: true;
}

/** Looks a name up among the tokens and the users of the service. */
export async function knownCaller(asked: Service, name: string): Promise<KnownCaller> {
  const service = asked.home ?? asked;
  if (name.startsWith(TOKEN_PREFIX)) return tokenCaller(service, name.slice(TOKEN_PREFIX.length));
  const user = await userOf(service, name);
  return user === undefined ? { sources: [], notes: [], isForeign: true } : userCaller(user);
}

async function userOf({ users, resource }: Service, name: string): Promise<UserState | undefined> {
  const object = users && (await resource(users.model).find(name));
  return object && userStateOf(object);
}

function userCaller({ name, groups, roles, claims, isDisabled }: UserState): KnownCaller {
  const refusal = `The user ${name} is disabled or being deleted, and may not sign in: 401.`;
  const sources = [{ from: `the user object ${name}`, groups, roles }];
  return { name, sources, claims, notes: [], ...(isDisabled && { refusal }) };
}

async function tokenCaller(service: Service, name: string): Promise<KnownCaller> {
  // Callers of a tenant are callers of the service.
  const { store } = service.home ?? service;
  const named = (await store.identities.tokens.list()).filter((token) => token.name === name);
  const now = store.now();
  const [token, ...others] = named.filter((each) => isValid(each, now));
  if (named.length === 0) return { sources: [], notes: [`There is no token ${name}; \`cmgen token list\` shows all.`] };
  if (token === undefined)
    return { sources: [], notes: [], refusal: `Every token ${name} is revoked or has expired: 401.` };
  const count = others.length + 1;
  const notes = count === 1 ? [] : [`${count} valid tokens are called ${name}; this is the newest, ${token.id}.`];
  if (token.uid !== null) return actingCaller(service, token, notes);
  return { sources: [{ from: `the token ${token.id}`, groups: token.groups, roles: token.roles }], notes };
}

/** A token that acts for a user has what the user has. */
async function actingCaller(
  service: Service,
  { id, uid, actor }: StoredToken,
  notes: readonly string[],
): Promise<KnownCaller> {
  const user = await userOf(service, actor);
  const said = [...notes, `The token ${id} acts for the user ${actor}.`];
  if (user?.uid === uid) return { ...userCaller(user), notes: said };
  return { name: actor, sources: [], notes: said, refusal: `The user of the token ${id} is gone: 401.` };
}

function isValid({ revokedAt, expiresAt }: StoredToken, now: number): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}
