import { type CommandHandlers, commandStore } from "@cmgen/store";
import { generatedRoles } from "../access/generated-roles.js";
import { roleHint } from "../access/role-hint.js";
import type { Service } from "../host/service.js";
import { silentLog } from "../log/log.js";
import type { Plugin } from "../plugin/plugin.js";
import { PluginRegistry } from "../plugin/plugin-registry.js";
import { createService } from "./create-service.js";
import { logicOf } from "./logic-of.js";

/** A role that a service does not have. */
export interface MissingRole {
  /** `There is no role "admn": did you mean admin?` */
  readonly message: string;
  /** Whether it can be relied on: without src/access.ts, roles may be defined later. */
  readonly isCertain: boolean;
}

const CHECK = "check roles";

/**
 * The first of some roles that the service on a database does not have; undefined if it has all of them. It is asked here, or in the process that has
 * the SQLite file, since roles can be objects.
 */
export async function findMissingRole(
  { url, plugins }: { readonly url: string; readonly plugins: readonly Plugin[] },
  roles: readonly string[],
): Promise<MissingRole | undefined> {
  const registry = new PluginRegistry(plugins);
  const found = await commandStore(url, { name: CHECK, input: roles }, (store) => {
    const service = createService({ ...logicOf(registry), notReady: () => undefined, store, log: silentLog });
    return missingRole(service, roles);
  });
  return found ?? undefined;
}

/** Checks roles in the process that has the SQLite file. */
export function roleCommands(service: Service): CommandHandlers {
  // Commands come from this module in processes of this user.
  return { [CHECK]: (input: unknown) => missingRole(service, input as readonly string[]) };
}

/** Null in the place of undefined, which another process could not send. */
async function missingRole(service: Service, roles: readonly string[]): Promise<MissingRole | null> {
  const known = await rolesOf(service);
  const missing = roles.find((role) => !known.has(role));
  if (missing === undefined) return null;
  const message = `There is no role ${JSON.stringify(missing)}: ${roleHint(missing, known)}`;
  return { message, isCertain: service.access !== undefined };
}

/** The names of all roles, those that are objects as they are stored now. */
async function rolesOf(service: Service): Promise<ReadonlySet<string>> {
  const { access, models, users } = service;
  if (access === undefined)
    return new Set(generatedRoles({ models, users: users?.model, endpoints: new Set() }).map(({ name }) => name));
  const names = new Set(access.ownRoleNames);
  if (access.roleModels !== undefined)
    for await (const { metadata } of service.resource(access.roleModels.role).each()) names.add(metadata.name);
  return names;
}
