import { isJsonObject, memberOf } from "../document/json-object.js";
import { ApiError } from "../error/api-error.js";
import { invalid } from "../resource/invalid.js";
import { Accounts } from "../sign-in/accounts.js";
import { ownAnswer, type OwnPath, type OwnRequest } from "./own-paths.js";
import { admitOperator, rolesOfUser } from "./token-paths.js";

/** What an operator does for users who sign in with a password. Nobody does it for a user who has more rights than they have. */
export const userPaths: readonly OwnPath[] = [
  {
    method: "POST",
    path: "/admin/users/reset",
    respond: async (asked) => {
      const { accounts, name, roles, actor, isDisabled } = await userOf(asked);
      if (isDisabled)
        throw new ApiError("Conflict", `The user ${name} is disabled: a new password would be of no use.`);
      const token = await accounts.issueReset(name, { roles });
      asked.service.log.info({ actor, user: name }, "a token to set a new password was made");
      return ownAnswer({ user: name, token }, 201);
    },
  },
  {
    method: "POST",
    path: "/admin/users/sign-out",
    respond: async (asked) => {
      const { accounts, name, actor } = await userOf(asked);
      const ended = await accounts.endAll(await accounts.get(name));
      asked.service.log.info({ actor, user: name, ended }, "a user was signed out");
      return ownAnswer({ user: name, ended });
    },
  },
];

interface UserOfOperator {
  readonly accounts: Accounts;
  readonly name: string;
  readonly isDisabled: boolean;
  readonly roles: readonly string[];
  /** The operator. */
  readonly actor: string;
}

/** @throws {ApiError} `NotFound` in a service without users, and for no user; `Forbidden` for one who has rights that the operator has not. */
async function userOf(asked: OwnRequest): Promise<UserOfOperator> {
  const { access, session } = await admitOperator(asked, "users");
  const { service } = asked;
  if (service.users === undefined) throw new ApiError("NotFound", "This service has no users.");
  const body = await asked.body();
  const name = isJsonObject(body) ? memberOf(body, "name") : undefined;
  if (typeof name !== "string")
    throw invalid([{ path: "/name", keyword: "type", message: "must be the name of a user" }], "The body");
  const accounts = new Accounts(service, service.users);
  const { isDisabled } = await accounts.get(name);
  const roles = await rolesOfUser(service, access, name);
  (await access.grantsBy(session.rights)).assertHeld(roles, "The user");
  return { accounts, name, isDisabled, roles, actor: session.caller.name };
}
