import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { compiledModule, type ResolvedConfig } from "@cmgen/generator";
import type { Plugin } from "@cmgen/runtime/database";

import type { PluginPlace } from "../plugin-place.js";
import { FilesError } from "../usage-error.js";

export interface PluginModules {
  readonly place: PluginPlace;
  readonly workingFolder: string;
  readonly config: Pick<ResolvedConfig, "outDir" | "plugins">;
  /** Where the compiled modules are, if not where `tsc` puts them; relative to the working folder. */
  readonly paths?: readonly string[] | undefined;
}

/**
 * Loads what `tsc` made of the generated modules of a service's plugins: their models with their index functions. Without paths, these are the
 * plugin's own and those that its service hosts.
 *
 * @throws {FilesError} where one is not there, or cannot be loaded.
 */
export async function loadPlugins({ place, workingFolder, config, paths }: PluginModules): Promise<readonly Plugin[]> {
  const module = config.plugins.length === 0 ? "plugin.js" : "plugins.js";
  const names = paths ?? [place.shown(await compiledModule(place.root, config, module))];
  const plugins = (await Promise.all(names.map((name) => loadModule(workingFolder, name)))).flat();
  assertImported(plugins);
  return plugins;
}

/** A service runs without a plugin that it cannot import. A command that skipped its objects would report that they are in order. */
function assertImported(plugins: readonly Plugin[]): void {
  const failures = plugins.flatMap(({ name, importFailure }) =>
    importFailure === undefined
      ? []
      : [`The hosted plugin ${name} cannot be loaded: ${messageOf(importFailure.error)}`],
  );
  if (failures.length > 0) throw new FilesError(failures.join("\n"));
}

async function loadModule(workingFolder: string, name: string): Promise<readonly Plugin[]> {
  const file = resolve(workingFolder, name);
  if (!existsSync(file)) {
    throw new FilesError(
      `${name} does not exist. Build the plugin (\`npm run build\`), or name its compiled plugin.js with --plugin.`,
    );
  }
  const { plugin, plugins } = await importModule(file, name);
  const found: unknown = plugins ?? [plugin];
  if (Array.isArray(found) && found.every(isPlugin)) return found;
  throw new FilesError(`${name} exports no \`plugin\` with resources: it is not what \`cmgen generate\` makes.`);
}

interface CompiledModule {
  readonly plugin?: unknown;
  readonly plugins?: unknown;
}

async function importModule(file: string, name: string): Promise<CompiledModule> {
  try {
    return (await import(pathToFileURL(file).href)) as CompiledModule;
  } catch (error) {
    throw new FilesError(`${name} cannot be loaded: ${messageOf(error)}`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Generated code is taken at its word beyond this. */
function isPlugin(value: unknown): value is Plugin {
  return typeof value === "object" && value !== null && "resources" in value && Array.isArray(value.resources);
}
