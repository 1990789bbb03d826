import { serviceOf } from "../objects/caller-resources.js";
import type { ResourceAccess } from "../resource/resource-access.js";
import { Accounts } from "./accounts.js";

/**
 * Makes a token with which a user can set a new password, once, within a day: for an endpoint that sends it by mail. Whoever gets it can sign in as
 * the user, so it is an act of the plugin and not of the caller: `await issueReset(resource.asPlugin(), "ann")`.
 *
 * @throws {ApiError} `NotFound` if there is no such user.
 * @throws {TypeError} for the access of a caller, and in a service without users.
 */
export async function issueReset(asPlugin: ResourceAccess["resource"], name: string): Promise<string> {
  const service = serviceOf(asPlugin);
  if (service?.users === undefined)
    throw new TypeError(
      "issueReset needs the access of an endpoint's plugin, resource.asPlugin(), in a service with users",
    );
  return new Accounts(service, service.users).issueReset(name);
}
