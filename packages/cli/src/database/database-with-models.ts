import type { ModelDescriptor } from "@cmgen/runtime/database";

import { pluginPlace } from "../plugin-place.js";
import type { Terminal } from "../terminal.js";
import { loadPlugins } from "./load-plugins.js";
import { pluginDatabase, type PluginDatabase } from "./plugin-database.js";

/** Which database, and which plugins a service has on it. */
export interface ModelsOptions {
  readonly databaseUrl: string | undefined;
  /** Paths of the compiled `plugin.js` of each plugin that the service hosts. */
  readonly plugin: readonly string[] | undefined;
}

/** A database and the models of the objects in it, in the order of the service's plugins. */
export interface DatabaseWithModels {
  readonly database: PluginDatabase;
  readonly models: readonly ModelDescriptor[];
}

/**
 * Finds a plugin's database, and loads the models of all plugins that share it.
 *
 * @throws {FilesError} where a plugin has not been built.
 */
export async function databaseWithModels(
  { databaseUrl, plugin }: ModelsOptions,
  terminal: Terminal,
): Promise<DatabaseWithModels> {
  const { workingFolder } = terminal;
  const place = pluginPlace(terminal);
  const database = await pluginDatabase({ place, workingFolder, given: databaseUrl });
  const plugins = await loadPlugins({ place, workingFolder, config: database.config, paths: plugin });
  return { database, models: plugins.flatMap(({ resources }) => resources.map(({ model }) => model)) };
}
