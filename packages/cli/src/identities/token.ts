import { durationMs } from "@cmgen/model/internal";
import type { StoredToken, TokenRequest } from "@cmgen/runtime/database";

import { assertMigrated } from "../database/assert-migrated.js";
import { findDatabase } from "../database/migrate.js";
import type { PluginDatabase } from "../database/plugin-database.js";
import { loadRuntime } from "../database/runtime.js";
import { withDatabase } from "../database/with-database.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { printRows } from "../print-rows.js";
import type { Terminal } from "../terminal.js";
import { FilesError, UsageError } from "../usage-error.js";
import { checkGrant } from "./check-grant.js";
import { checkRoles } from "./check-roles.js";
import { usersOf } from "./database-users.js";
import { shortTime } from "./short-time.js";

export interface TokenOptions {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly role: readonly string[] | undefined;
  readonly group: readonly string[] | undefined;
  readonly expires: string | undefined;
  readonly user: string | undefined;
  readonly plugin: readonly string[] | undefined;
  readonly databaseUrl: string | undefined;
  readonly json: boolean;
}

type Action = (options: TokenOptions, terminal: Terminal) => Promise<ExitCode>;

/** What can be done with tokens; see the command. */
export const tokenActions: Readonly<Record<"create" | "list" | "revoke", Action>> = {
  create: createToken,
  list: listTokens,
  revoke: revokeToken,
};

/** How long a token is valid, unless the user says so. */
const DEFAULT_LIFETIME = "90d";

async function createToken(options: TokenOptions, terminal: Terminal): Promise<ExitCode> {
  const request = requestOf(options);
  const { issueToken } = await loadRuntime();
  const database = await migratedDatabase(options, terminal);
  await checkRoles({ roles: request.roles, database, paths: options.plugin }, terminal);
  const user = options.user === undefined ? undefined : await findUser(options.user, options, terminal);
  const { secret, token } = await withDatabase(database, () => issueToken(database.url, { ...request, user }));
  if (options.json) terminal.out(`${JSON.stringify({ ...shown(token), token: secret }, null, 2)}\n`);
  else {
    // Alone on standard output, so that it can be sent to a file.
    terminal.out(`${secret}\n`);
    terminal.error(`${describe(token)} It is not shown again.\n`);
  }
  return exitCode.ok;
}

/** @throws {UsageError} for what no token can have */
function requestOf(options: TokenOptions): TokenRequest {
  const { id, name, role = [], group = [], expires = DEFAULT_LIFETIME, user } = options;
  if (user !== undefined && role.length + group.length > 0)
    throw new UsageError(
      "A token that acts for a user has that user's roles and groups: leave --role and --group out.",
    );
  if (id !== undefined) throw new UsageError(`A token gets its id by itself. To name it, write --name ${id}.`);
  if (name === undefined) throw new UsageError("Name the token: cmgen token create --name <what it is for>.");
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) {
    throw new UsageError(
      "--name must be lowercase letters, digits and -, with a letter or digit at both ends, at most 63.",
    );
  }
  for (const each of role) checkGrant("role", each);
  for (const each of group) checkGrant("group", each);
  return { name, roles: [...new Set(role)], groups: [...new Set(group)], lifetime: lifetimeOf(expires) };
}

/** @throws {FilesError} if there is no such user */
async function findUser(name: string, options: TokenOptions, terminal: Terminal): Promise<TokenRequest["user"]> {
  const users = await usersOf(options, terminal);
  return users.do("find user", name);
}

function lifetimeOf(expires: string): number | null {
  if (expires === "never") return null;
  const lifetime = durationMs(expires) ?? 0;
  if (lifetime >= 1000 && lifetime <= LONGEST_MILLISECONDS) return lifetime;
  throw new UsageError("--expires must be a time of 1s to 3650d, such as 12h or 30d, or never.");
}

const LONGEST_MILLISECONDS = 3650 * 86_400_000;

async function listTokens(options: TokenOptions, terminal: Terminal): Promise<ExitCode> {
  assertOnlyId("list", options, false);
  const { listTokens: list } = await loadRuntime();
  const database = await migratedDatabase(options, terminal);
  const tokens = await withDatabase(database, () => list(database.url));
  if (options.json) terminal.out(`${JSON.stringify({ tokens: tokens.map(shown) }, null, 2)}\n`);
  else if (tokens.length === 0) terminal.error(`There are no tokens in ${database.label}.\n`);
  else terminal.out(printRows([TITLES, ...tokens.map((token) => rowOf(token, terminal.now().getTime()))]));
  return exitCode.ok;
}

async function revokeToken(options: TokenOptions, terminal: Terminal): Promise<ExitCode> {
  const id = assertOnlyId("revoke", options, true);
  const { listTokens: list, revokeToken: revoke } = await loadRuntime();
  const database = await migratedDatabase(options, terminal);
  const isRevoked = await withDatabase(database, () => revoke(database.url, id));
  if (!isRevoked) {
    const isKnown = (await withDatabase(database, () => list(database.url))).some((token) => token.id === id);
    throw new FilesError(
      isKnown
        ? `The token ${id} was revoked before.`
        : `There is no token ${JSON.stringify(id)} in ${database.label}: cmgen token list prints the ids.`,
    );
  }
  if (options.json) terminal.out(`${JSON.stringify({ revoked: id }, null, 2)}\n`);
  else terminal.out(`The token ${id} is revoked. Every process of the service refuses it within 5 s.\n`);
  return exitCode.ok;
}

async function migratedDatabase(options: TokenOptions, terminal: Terminal): Promise<PluginDatabase> {
  const database = await findDatabase(options, terminal);
  await assertMigrated(database);
  return database;
}

/** @throws {UsageError} for options that an action has no use for, and where an id is missing */
function assertOnlyId(action: string, { id, name, role, group, expires, user }: TokenOptions, hasId: boolean): string {
  const surplus = Object.entries({ name, role, group, expires, user }).find(([, value]) => value !== undefined)?.[0];
  if (surplus !== undefined) throw new UsageError(`cmgen token ${action} takes no --${surplus}.`);
  if (hasId && id === undefined) throw new UsageError(`Name a token by its id: cmgen token ${action} <id>.`);
  if (!hasId && id !== undefined) throw new UsageError(`cmgen token ${action} takes no id.`);
  return id ?? "";
}

const TITLES = ["ID", "NAME", "CALLER", "ROLES", "GROUPS", "CREATED", "EXPIRES", "LAST USED", "STATE"];

function rowOf(token: StoredToken, now: number): readonly string[] {
  const { id, name, actor, roles, groups, createdAt, expiresAt, usedAt } = token;
  const times = [shortTime(createdAt), shortTime(expiresAt), shortTime(usedAt)];
  return [id, name, actor, roles.join(","), groups.join(","), ...times, stateOf(token, now)];
}

function stateOf({ revokedAt, expiresAt }: StoredToken, now: number): string {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "valid";
}

function describe({ id, actor, roles, groups, expiresAt }: StoredToken): string {
  const rights = [
    ...(roles.length === 0 ? [] : [`the role${roles.length === 1 ? "" : "s"} ${roles.join(", ")}`]),
    ...(groups.length === 0 ? [] : [`the group${groups.length === 1 ? "" : "s"} ${groups.join(", ")}`]),
  ];
  const ends = expiresAt === null ? "does not expire" : `expires at ${shortTime(expiresAt)}`;
  return `The token ${id} is ${actor}${rights.length === 0 ? "" : `, has ${rights.join(" and ")}`}, and ${ends}.`;
}

/** A token as JSON. */
function shown(stored: StoredToken): object {
  const { createdAt, expiresAt, revokedAt, usedAt, uid: _, ...token } = stored;
  const time = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
  return {
    ...token,
    created: time(createdAt),
    expires: time(expiresAt),
    revoked: time(revokedAt),
    lastUsed: time(usedAt),
  };
}
