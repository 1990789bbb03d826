import { keysOf } from "@cmgen/model/internal";
import { ConfigurationError } from "../error/configuration-error.js";
import { listFields } from "../list/list-fields.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { anonymous } from "./caller.js";
import type { PluginAccess } from "./define-access.js";
import { type GeneratedFrom, generatedRoles } from "./generated-roles.js";
import { imported, type OwnedAccess, readLimits } from "./hosted-roles.js";
import { fullRoleName, type KnownNames, RoleReader } from "./read-roles.js";
import { fault, joined, resourceKey, type Role, RoleFault, type RoleTable, type Rule } from "./role.js";

/** What the roles of a service are made of. */
export interface RoleSources extends GeneratedFrom {
  /** Of the service's own plugin, then of those that it hosts. */
  readonly access: readonly OwnedAccess[];
}

/**
 * Makes the roles of a service: those of the definitions, the generated roles of each resource (`people:viewer`), and those of all resources
 * (`viewer`).
 *
 * @throws {ConfigurationError} for anything in a definition that there is not. The compiler has refused most of it.
 */
export function createRoles({ access, ...sources }: RoleSources): RoleTable {
  const generated = new Map(generatedRoles(sources).map((role) => [role.name, role]));
  const roles = new Map(generated);
  try {
    const [host, ...hosted] = access;
    for (const plugin of access) {
      const own = new RoleReader(plugin, { endpoints: sources.endpoints, known: generated });
      const limits = host === undefined || plugin === host ? undefined : readLimits(host, hosted);
      for (const name of Object.keys(plugin.definition.roles ?? {})) {
        const role = own.read(name);
        addRole(roles, limits === undefined ? role : imported(role, plugin, limits));
      }
    }
    assertBound(access, roles);
    assertRowRules(roles, sources.models);
  } catch (error) {
    throw error instanceof RoleFault
      ? new ConfigurationError(`src/access.ts: ${error.message}`, { cause: error })
      : error;
  }
  return roles;
}

function addRole(roles: Map<string, Role>, role: Role): void {
  const known = roles.get(role.name);
  roles.set(role.name, known === undefined ? role : joined(role.name, [known, role]));
}

/** What roles are added to. */
export interface AddedTo extends KnownNames {
  /** Called with the name of a role that cannot be read, and why: it gives no rights. */
  readonly refused: (name: string, fault: Error) => void;
}

/** The roles of a service with some more, which may extend those that are known. */
export function withRoles(plugin: PluginAccess, { refused, ...names }: AddedTo): RoleTable {
  const roles = new Map(names.known);
  const own = new RoleReader(plugin, names);
  for (const name of Object.keys(plugin.definition.roles ?? {})) {
    try {
      addRole(roles, own.read(name));
    } catch (error) {
      if (!(error instanceof RoleFault)) throw error;
      refused(name, error);
    }
  }
  return roles;
}

/** A role that is bound must exist, or its subjects would have fewer rights than somebody believes. */
function assertBound(access: readonly PluginAccess[], roles: RoleTable): void {
  for (const plugin of access) {
    const unknown = Object.keys(plugin.definition.bindings ?? {}).find(
      (name) => !roles.has(fullRoleName(plugin, name)),
    );
    if (unknown !== undefined)
      throw fault(`The bindings name the role ${unknown}, which does not exist`, "correct its name, or define it");
  }
}

/**
 * The compiler does not see a name that there is not beside one that there is. What a rule needs of a real caller it may not get here: then it is
 * asked when one comes.
 */
function assertRowRules(roles: RoleTable, models: readonly ModelDescriptor[]): void {
  for (const role of roles.values())
    for (const [key, rules] of role.rules) {
      const model = models.find((each) => each.storage === undefined && key.split("/")[0] === resourceKey(each));
      const indexes = model === undefined ? new Map() : listFields(model);
      for (const name of rules.flatMap(selectedNames))
        if (model !== undefined && !indexes.has(name))
          throw fault(
            `The row rule of the role ${role.name} for ${model.plural} selects by ${name}, which is no index`,
            `use one of ${[...indexes.keys()].join(", ")}, or declare it`,
          );
    }
}

function selectedNames({ where, text, within }: Rule): readonly string[] {
  const outer = within === undefined ? [] : selectedNames(within);
  if (where === undefined || text !== undefined) return outer;
  try {
    return [...outer, ...keysOf(where({ user: anonymous }))];
  } catch {
    return outer;
  }
}
