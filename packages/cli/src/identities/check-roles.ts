import type { MissingRole, Plugin } from "@cmgen/runtime/database";

import { loadPlugins } from "../database/load-plugins.js";
import type { PluginDatabase } from "../database/plugin-database.js";
import { loadRuntime } from "../database/runtime.js";
import { withDatabase } from "../database/with-database.js";
import { pluginPlace } from "../plugin-place.js";
import type { Terminal } from "../terminal.js";
import { FilesError, UsageError } from "../usage-error.js";

/** Roles that are to be given to somebody, and where they come from. */
export interface GivenRoles {
  readonly roles: readonly string[];
  readonly database: PluginDatabase;
  /** The compiled plugins, as the user has named them. */
  readonly paths: readonly string[] | undefined;
}

/**
 * Checks that the service has all these roles. Where that is not known, because the plugin is not compiled or says nothing about roles, standard error
 * says so.
 *
 * @throws {UsageError} for one that it does not have
 */
export async function checkRoles({ roles, database, paths }: GivenRoles, terminal: Terminal): Promise<void> {
  if (roles.length === 0) return;
  const plugins = await compiledPlugins({ database, paths }, terminal);
  if (typeof plugins === "string") {
    const which = roles.length === 1 ? `the role ${roles[0]} exists` : `the roles ${roles.join(", ")} exist`;
    terminal.error(`Whether ${which} is not known: ${plugins}\n`);
    return;
  }
  const missing = await findMissing({ roles, database }, plugins);
  if (missing?.isCertain === true) throw new UsageError(asSentence(missing.message));
  if (missing !== undefined)
    terminal.error(`${asSentence(missing.message)} The plugin has no src/access.ts, which could define it.\n`);
}

async function findMissing(
  { roles, database }: Pick<GivenRoles, "roles" | "database">,
  plugins: readonly Plugin[],
): Promise<MissingRole | undefined> {
  const { findMissingRole } = await loadRuntime();
  return withDatabase(database, () => findMissingRole({ url: database.url, plugins }, roles));
}

/** The plugins, or why they cannot be loaded. @throws {FilesError} for those that the user has named. */
async function compiledPlugins(
  { database: { config }, paths }: Pick<GivenRoles, "database" | "paths">,
  terminal: Terminal,
): Promise<readonly Plugin[] | string> {
  try {
    return await loadPlugins({ place: pluginPlace(terminal), workingFolder: terminal.workingFolder, config, paths });
  } catch (error) {
    if (paths !== undefined || !(error instanceof FilesError)) throw error;
    return error.message;
  }
}

function asSentence(text: string): string {
  return text.endsWith("?") ? text : `${text}.`;
}
