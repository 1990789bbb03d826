import type { CommandHandlers } from "@cmgen/store";
import { ApiError } from "../error/api-error.js";
import type { Accounts } from "./accounts.js";
import type { NewUser } from "./new-user.js";

/** A user as a command prints one. */
export interface ShownUser {
  readonly name: string;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  readonly disabled: boolean;
}

/** A session as a command prints one. Times are in milliseconds since 1970. */
export interface ShownSession {
  readonly id: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
}

/** A user to be made, with the hash of the password: the password itself is not sent to another process. */
export interface HashedUser extends NewUser {
  readonly password: string | undefined;
}

/** What commands do with users: by name, with plain data. */
export const userActs = {
  "create user": async (accounts: Accounts, { password, ...user }: HashedUser): Promise<ShownUser> => {
    const { name } = await accounts.createHashed(user, password);
    return shownUser(accounts, name);
  },
  "list users": async (accounts: Accounts, _input: null): Promise<readonly ShownUser[]> => {
    const found: ShownUser[] = [];
    for await (const user of accounts.all()) found.push(shown(user));
    return found;
  },
  "find user": async (accounts: Accounts, name: string): Promise<{ readonly name: string; readonly uid: string }> => {
    const { uid } = await accounts.get(name);
    return { name, uid };
  },
  "disable user": async (accounts: Accounts, name: string): Promise<ShownUser> =>
    shown(await accounts.setDisabled(name, true)),
  "enable user": async (accounts: Accounts, name: string): Promise<ShownUser> =>
    shown(await accounts.setDisabled(name, false)),
  "reset password": (accounts: Accounts, name: string): Promise<string> => accounts.issueReset(name),
  "list sessions": async (accounts: Accounts, name: string): Promise<readonly ShownSession[]> => {
    const sessions = await accounts.sessionsOf(await accounts.get(name));
    return sessions.map(({ id, createdAt, seenAt, expiresAt }) => ({ id, createdAt, seenAt, expiresAt }));
  },
  "sign out user": async (accounts: Accounts, name: string): Promise<number> =>
    accounts.endAll(await accounts.get(name)),
} as const;

export type UserAct = keyof typeof userActs;

/** Does these commands in the process that has the SQLite file. */
export function userCommands(accounts: Accounts): CommandHandlers {
  return Object.fromEntries(
    Object.entries(userActs).map(([name, act]) => [
      name,
      // Commands come from `doForUsers` in processes of this user, with the input of the same act.
      (input: unknown) =>
        explained(() => (act as (accounts: Accounts, input: unknown) => Promise<unknown>)(accounts, input)),
    ]),
  );
}

/** An error that another process prints, with all causes. */
export async function explained<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors.length < 2) throw error;
    const causes = error.errors.map(({ path, message }) => `${path} ${message}`);
    throw new Error(`${error.message} ${causes.join("; ")}`, { cause: error });
  }
}

async function shownUser(accounts: Accounts, name: string): Promise<ShownUser> {
  return shown(await accounts.get(name));
}

function shown({ name, groups, roles, isDisabled, claims }: Awaited<ReturnType<Accounts["get"]>>): ShownUser {
  const text = (field: string): string | null => {
    const value = claims[field];
    return typeof value === "string" ? value : null;
  };
  return { name, displayName: text("displayName"), email: text("email"), groups, roles, disabled: isDisabled };
}
