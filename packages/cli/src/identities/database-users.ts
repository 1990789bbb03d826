import type { doForUsers, Plugin } from "@cmgen/runtime/database";

import { assertMigrated } from "../database/assert-migrated.js";
import { loadPlugins } from "../database/load-plugins.js";
import { findDatabase } from "../database/migrate.js";
import type { PluginDatabase } from "../database/plugin-database.js";
import { loadRuntime } from "../database/runtime.js";
import { withDatabase } from "../database/with-database.js";
import { pluginPlace } from "../plugin-place.js";
import type { Terminal } from "../terminal.js";

/** Which database, and the compiled plugins of the service on it. */
export interface UsersPlace {
  readonly databaseUrl: string | undefined;
  readonly plugin: readonly string[] | undefined;
}

/** The users of a database, and what can be done with them. */
export interface DatabaseUsers {
  readonly database: PluginDatabase;
  readonly do: <Act extends Parameters<typeof doForUsers>[1]>(
    act: Act,
    input: Parameters<typeof doForUsers<Act>>[2],
  ) => ReturnType<typeof doForUsers<Act>>;
}

/**
 * Finds the users of a plugin's database.
 *
 * @throws {FilesError} if the database lacks tables, or a plugin has not been built
 */
export async function usersOf(options: UsersPlace, terminal: Terminal): Promise<DatabaseUsers> {
  const { workingFolder } = terminal;
  const runtime = await loadRuntime();
  const database = await findDatabase({ ...options, json: false }, terminal);
  await assertMigrated(database);
  const place = pluginPlace(terminal);
  const { url, config } = database;
  const plugins: readonly Plugin[] = await loadPlugins({ place, workingFolder, config, paths: options.plugin });
  return {
    database,
    do: (act, input) => withDatabase(database, () => runtime.doForUsers({ url, plugins }, act, input)),
  };
}
