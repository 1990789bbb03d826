import { checkObjectName } from "@cmgen/model/internal";
import type { ShownSession, ShownUser } from "@cmgen/runtime/database";

import { assertMigrated } from "../database/assert-migrated.js";
import { findDatabase } from "../database/migrate.js";
import { loadRuntime } from "../database/runtime.js";
import { withDatabase } from "../database/with-database.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { printRows } from "../print-rows.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { checkGrant } from "./check-grant.js";
import { checkRoles } from "./check-roles.js";
import { usersOf } from "./database-users.js";
import { readPassword } from "./read-password.js";
import { shortTime } from "./short-time.js";

export interface UserOptions {
  readonly name: string | undefined;
  readonly admin: boolean | undefined;
  readonly email: string | undefined;
  readonly displayName: string | undefined;
  readonly group: readonly string[] | undefined;
  readonly role: readonly string[] | undefined;
  readonly passwordStdin: boolean | undefined;
  readonly fromProvider: boolean | undefined;
  readonly plugin: readonly string[] | undefined;
  readonly databaseUrl: string | undefined;
  readonly json: boolean;
}

type Action = (options: UserOptions, terminal: Terminal) => Promise<ExitCode>;

/** What can be done with users; see the command. */
export const userActions: Readonly<
  Record<"create" | "list" | "disable" | "enable" | "reset" | "sessions" | "sign-out", Action>
> = {
  create: createUser,
  list: listUsers,
  disable: (options, terminal) => setDisabled("disable", options, terminal),
  enable: (options, terminal) => setDisabled("enable", options, terminal),
  reset: resetPassword,
  sessions: listSessions,
  "sign-out": signOut,
};

async function createUser(options: UserOptions, terminal: Terminal): Promise<ExitCode> {
  const { email, displayName, group = [], role = [], admin = false } = options;
  const name = nameOf("create", options);
  if (options.fromProvider !== undefined) throw new UsageError("cmgen user create takes no --from-provider.");
  for (const each of group) checkGrant("group", each);
  for (const each of role) checkGrant("role", each);
  const roles = [...new Set([...role, ...(admin ? ["admin"] : [])])];
  const { hashNewPassword } = await loadRuntime();
  const users = await usersOf(options, terminal);
  await checkRoles({ roles, database: users.database, paths: options.plugin }, terminal);
  const given = await readPassword(options.passwordStdin === true, terminal);
  const password = await refusing(() => hashNewPassword(given, [name, email]));
  const fields = {
    ...(displayName !== undefined && { displayName }),
    ...(email !== undefined && { email }),
    ...(group.length > 0 && { groups: [...new Set(group)] }),
    ...(roles.length > 0 && { roles }),
  };
  const user = await users.do("create user", { name, fields, password });
  if (options.json) terminal.out(`${JSON.stringify(user, null, 2)}\n`);
  else terminal.out(`The user ${user.name} can sign in${describe(user)}.\n`);
  return exitCode.ok;
}

function describe({ roles, groups }: ShownUser): string {
  const parts = [
    ...(roles.length === 0 ? [] : [`has the role${roles.length === 1 ? "" : "s"} ${roles.join(", ")}`]),
    ...(groups.length === 0 ? [] : [`is in the group${groups.length === 1 ? "" : "s"} ${groups.join(", ")}`]),
  ];
  return parts.map((part) => `, ${part}`).join("");
}

async function listUsers(options: UserOptions, terminal: Terminal): Promise<ExitCode> {
  if (options.name !== undefined) throw new UsageError("cmgen user list takes no name.");
  assertOnlyName("list", options);
  const users = await usersOf(options, terminal);
  const found = await users.do("list users", null);
  if (options.json) terminal.out(`${JSON.stringify({ users: found }, null, 2)}\n`);
  else if (found.length === 0) terminal.error(`There are no users in ${users.database.label}.\n`);
  else terminal.out(printRows([["NAME", "EMAIL", "GROUPS", "ROLES", "STATE"], ...found.map(rowOf)]));
  return exitCode.ok;
}

function rowOf({ name, email, groups, roles, disabled }: ShownUser): readonly string[] {
  return [name, email ?? "", groups.join(","), roles.join(","), disabled ? "disabled" : "enabled"];
}

async function setDisabled(action: "disable" | "enable", options: UserOptions, terminal: Terminal): Promise<ExitCode> {
  const name = nameOf(action, options);
  assertOnlyName(action, options);
  const users = await usersOf(options, terminal);
  const user = await users.do(`${action} user`, name);
  if (options.json) terminal.out(`${JSON.stringify(user, null, 2)}\n`);
  else if (action === "enable") terminal.out(`The user ${name} may sign in again.\n`);
  else terminal.out(`The user ${name} may not sign in any more; sessions and tokens have ended.\n`);
  return exitCode.ok;
}

async function resetPassword(options: UserOptions, terminal: Terminal): Promise<ExitCode> {
  const name = nameOf("reset", options);
  assertOnlyName("reset", options);
  const users = await usersOf(options, terminal);
  const token = await users.do("reset password", name);
  if (options.json) terminal.out(`${JSON.stringify({ user: name, token }, null, 2)}\n`);
  else {
    // Alone on standard output, so that it can be sent on.
    terminal.out(`${token}\n`);
    const where = "The console's sign-in page takes it, and POST /apis/-/password-reset.";
    terminal.error(
      `With this token ${name} can set a new password, once, within a day. ${where} It is not shown again.\n`,
    );
  }
  return exitCode.ok;
}

async function listSessions(options: UserOptions, terminal: Terminal): Promise<ExitCode> {
  const name = signedInName("sessions", options);
  const found = await (await sessionsOf(name, options, terminal)).list();
  const rows = found.map(({ id, createdAt, seenAt, expiresAt }) => [
    id,
    ...[createdAt, seenAt, expiresAt].map(shortTime),
  ]);
  if (options.json) {
    const time = (at: number): string => new Date(at).toISOString();
    const sessions = found.map(({ id, createdAt, seenAt, expiresAt }) => ({
      id,
      created: time(createdAt),
      lastSeen: time(seenAt),
      expires: time(expiresAt),
    }));
    terminal.out(`${JSON.stringify({ sessions }, null, 2)}\n`);
  } else if (found.length === 0) terminal.error(`${name} is not signed in.\n`);
  else terminal.out(printRows([["ID", "SIGNED IN", "LAST SEEN", "EXPIRES"], ...rows]));
  return exitCode.ok;
}

async function signOut(options: UserOptions, terminal: Terminal): Promise<ExitCode> {
  const name = signedInName("sign-out", options);
  const ended = await (await sessionsOf(name, options, terminal)).end();
  if (options.json) terminal.out(`${JSON.stringify({ user: name, ended }, null, 2)}\n`);
  else {
    const what = options.fromProvider === true ? "Sessions" : "Sessions and tokens";
    terminal.out(`${what} of ${name} that have ended: ${ended}.\n`);
  }
  return exitCode.ok;
}

/** The sessions of somebody. */
interface Sessions {
  readonly list: () => Promise<readonly ShownSession[]>;
  /** Ends them, and what else a user has. Returns how many there were. */
  readonly end: () => Promise<number>;
}

async function sessionsOf(name: string, options: UserOptions, terminal: Terminal): Promise<Sessions> {
  if (options.fromProvider !== true) {
    const users = await usersOf(options, terminal);
    return { list: async () => users.do("list sessions", name), end: async () => users.do("sign out user", name) };
  }
  const { endProviderSessions, listProviderSessions } = await loadRuntime();
  const database = await findDatabase({ ...options, json: false }, terminal);
  await assertMigrated(database);
  return {
    list: () => withDatabase(database, () => listProviderSessions(database.url, name)),
    end: () => withDatabase(database, () => endProviderSessions(database.url, name)),
  };
}

/** Names of identity providers have other forms. @throws {UsageError} */
function signedInName(action: string, options: UserOptions): string {
  const { fromProvider, ...others } = options;
  assertOnlyName(action, { ...others, fromProvider: undefined });
  return fromProvider === true && options.name !== undefined ? options.name : nameOf(action, options);
}

/** @throws {UsageError} for a name that no user can have, and where it is missing */
function nameOf(action: string, { name }: UserOptions): string {
  if (name === undefined) throw new UsageError(`Name a user: cmgen user ${action} <name>.`);
  const [problem] = checkObjectName(name);
  if (problem !== undefined) throw new UsageError(`"${name}" cannot be a user's name: ${problem.message}.`);
  return name;
}

/** @throws {UsageError} for options that an action has no use for */
function assertOnlyName(action: string, options: UserOptions): void {
  const { admin, email, displayName, group, role, passwordStdin, fromProvider } = options;
  const ofCreate = { admin, email, "display-name": displayName, group, role, "password-stdin": passwordStdin };
  const others = { ...ofCreate, "from-provider": fromProvider };
  const surplus = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
  if (surplus !== undefined) throw new UsageError(`cmgen user ${action} takes no --${surplus}.`);
}

/** A refusal of the runtime is one of the command line. */
async function refusing<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
