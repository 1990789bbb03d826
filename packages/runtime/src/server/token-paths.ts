import { durationMs } from "@cmgen/model/internal";
import type { StoredToken } from "@cmgen/store";
import type { AccessControl, Session } from "../access/access-control.js";
import { isJsonObject, memberOf } from "../document/json-object.js";
import { ApiError } from "../error/api-error.js";
import type { Service } from "../host/service.js";
import { issueTokenIn, tokenActor, type TokenRequest } from "../identity/token-commands.js";
import { type BrokenRule, invalid } from "../resource/invalid.js";
import { knownCaller } from "./known-caller.js";
import { admitOwn, ownAnswer, type OwnPath, type OwnRequest } from "./own-paths.js";

/** Lists, makes and revokes tokens. Nobody makes or revokes one that has more rights than they have. */
export const tokenPaths: readonly OwnPath[] = [
  {
    method: "GET",
    path: "/admin/tokens",
    async respond(asked) {
      await admitOperator(asked);
      const { store } = asked.service;
      const now = store.now();
      return ownAnswer({ items: (await store.identities.tokens.list()).map((token) => shown(token, now)) });
    },
  },
  { method: "POST", path: "/admin/tokens", respond: async (asked) => ownAnswer(await make(asked), 201) },
  { method: "POST", path: "/admin/tokens/revoke", respond: async (asked) => ownAnswer(await revoke(asked)) },
];

interface Operator {
  readonly access: AccessControl;
  readonly session: Session;
}

/** Admits a caller with a right of operators. @throws {ApiError} `NotFound` in a service without access rules, where no token means anything. */
export async function admitOperator(asked: OwnRequest, verb: "tokens" | "users" = "tokens"): Promise<Operator> {
  const session = await admitOwn(asked, { of: "operator", verb });
  const { access } = asked.service;
  if (session !== undefined && access !== undefined) return { access, session };
  throw new ApiError("NotFound", "This service has no access rules, and so no tokens.");
}

async function make(asked: OwnRequest): Promise<object> {
  const { access, session } = await admitOperator(asked);
  const { store, log } = asked.service;
  const request = readRequest(await asked.body());
  const grants = await access.grantsBy(session.rights);
  for (const [at, role] of request.roles.entries()) grants.assertKnown(role, `/roles/${at}`);
  // With what bindings give to callers of this name.
  grants.assertHeld(await access.rolesOf({ name: tokenActor(request.name), roles: request.roles }), "The token");
  const { secret, token } = await issueTokenIn(store, request);
  log.info({ actor: session.caller.name, token: token.id, name: token.name }, "a token was made");
  return { ...shown(token, store.now()), token: secret };
}

async function revoke(asked: OwnRequest): Promise<object> {
  const { access, session } = await admitOperator(asked);
  const { service } = asked;
  const { store, identities, log } = service;
  const body = await asked.body();
  const id = isJsonObject(body) ? memberOf(body, "id") : undefined;
  if (typeof id !== "string") throw refused([{ path: "/id", keyword: "type", message: "must be the id of a token" }]);
  const { tokens } = store.identities;
  const token = (await tokens.list()).find((each) => each.id === id);
  if (token === undefined) throw new ApiError("NotFound", `There is no token ${JSON.stringify(id)}.`);
  const grants = await access.grantsBy(session.rights);
  grants.assertHeld(await rolesOf(service, access, token), "The token");
  await tokens.revoke(id, store.now());
  await identities.refresh();
  log.info({ actor: session.caller.name, token: id, name: token.name }, "a token was revoked");
  return shown({ ...token, revokedAt: token.revokedAt ?? store.now() }, store.now());
}

/** The roles that callers with a token have: those of its user, if it acts for one. */
async function rolesOf(service: Service, access: AccessControl, token: StoredToken): Promise<readonly string[]> {
  const { actor: name, uid, groups, roles } = token;
  return uid === null ? access.rolesOf({ name, groups, roles }) : rolesOfUser(service, access, name);
}

/** The roles that a user of the service has. */
export async function rolesOfUser(service: Service, access: AccessControl, name: string): Promise<readonly string[]> {
  const { sources, claims } = await knownCaller(service, name);
  return access.rolesOf({
    name,
    groups: sources.flatMap((source) => source.groups),
    roles: sources.flatMap((source) => source.roles),
    ...(claims !== undefined && { claims }),
  });
}

const NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Roles of one token, at most. */
const MOST_ROLES = 100;
const USUAL_LIFETIME = "90d";
/** In milliseconds, as `cmgen token create` has them. */
const SHORTEST = 1000;
const LONGEST = 3650 * 86_400_000;

/** @throws {ApiError} `Invalid` with all that is wrong. */
function readRequest(body: unknown): TokenRequest {
  const of = (member: string): unknown => (isJsonObject(body) ? memberOf(body, member) : undefined);
  const [name, roles = [], expires = USUAL_LIFETIME] = [of("name"), of("roles"), of("expires")];
  const lifetime = expires === "never" ? null : typeof expires === "string" ? durationMs(expires) : undefined;
  const broken: BrokenRule[] = [];
  const isName = typeof name === "string" && NAME.test(name);
  if (!isName)
    broken.push({
      path: "/name",
      keyword: "pattern",
      message: "must be lowercase letters, digits and -, with a letter or digit at both ends, at most 63",
    });
  const isRoles = isTexts(roles) && roles.length <= MOST_ROLES;
  if (!isRoles)
    broken.push({ path: "/roles", keyword: "type", message: `must be a list of at most ${MOST_ROLES} names` });
  if (lifetime === undefined || (lifetime !== null && !(lifetime >= SHORTEST && lifetime <= LONGEST)))
    broken.push({
      path: "/expires",
      keyword: "pattern",
      message: 'must be a time of 1s to 3650d, such as "30d", or "never"',
    });
  const unknown = isJsonObject(body) ? Object.keys(body).filter((member) => !MEMBERS.has(member)) : [];
  for (const member of unknown)
    broken.push({ path: `/${member}`, keyword: "additionalProperties", message: "is not a known member" });
  if (broken.length > 0 || !isName || !isRoles || lifetime === undefined) throw refused(broken);
  return { name, roles: [...new Set(roles)], groups: [], lifetime };
}

const MEMBERS: ReadonlySet<string> = new Set(["name", "roles", "expires"]);

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function refused(broken: readonly BrokenRule[]): ApiError {
  return invalid(broken, "The body");
}

/** A token for an answer. The secret is not kept, so nobody can be shown it again. */
function shown(token: StoredToken, now: number): object {
  const { id, name, actor, roles, groups, createdAt, expiresAt, revokedAt, usedAt } = token;
  const time = (at: number): string => new Date(at).toISOString();
  const state = revokedAt !== null ? "revoked" : expiresAt !== null && expiresAt <= now ? "expired" : "valid";
  return {
    id,
    name,
    caller: actor,
    roles,
    groups,
    created: time(createdAt),
    ...(expiresAt !== null && { expires: time(expiresAt) }),
    ...(usedAt !== null && { used: time(usedAt) }),
    ...(revokedAt !== null && { revoked: time(revokedAt) }),
    state,
  };
}
