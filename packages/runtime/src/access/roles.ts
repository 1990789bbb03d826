import { ConfigurationError } from "../error/configuration-error.js";
import type { PluginAccess } from "./define-access.js";
import { type GeneratedFrom, generatedRoles } from "./generated-roles.js";
import { imported, type OwnedAccess, readLimits } from "./hosted-roles.js";
import { fullRoleName, RoleReader } from "./read-roles.js";
import { fault, joined, type Role, RoleFault, type RoleTable } from "./role.js";

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
      const own = new RoleReader(plugin, sources.endpoints, generated);
      const limits = host === undefined || plugin === host ? undefined : readLimits(host, hosted);
      for (const name of Object.keys(plugin.definition.roles ?? {})) {
        const role = own.read(name);
        addRole(roles, limits === undefined ? role : imported(role, plugin, limits));
      }
    }
    assertBound(access, roles);
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
export interface AddedTo {
  readonly known: RoleTable;
  readonly endpoints: ReadonlySet<string>;
  /** Called with the name of a role that cannot be read, and why: it gives no rights. */
  readonly refused: (name: string, fault: Error) => void;
}

/** The roles of a service with some more, which may extend those that are known. */
export function withRoles(plugin: PluginAccess, { known, endpoints, refused }: AddedTo): RoleTable {
  const roles = new Map(known);
  const own = new RoleReader(plugin, endpoints, known);
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
