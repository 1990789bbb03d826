import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import type { ResolvedConfig } from "@cmgen/generator";
import type { Plugin } from "@cmgen/runtime/database";

import type { PluginPlace } from "../plugin-place.js";
import { FilesError } from "../usage-error.js";

export interface PluginModule {
  readonly place: PluginPlace;
  readonly workingFolder: string;
  readonly config: Pick<ResolvedConfig, "outDir">;
  /** Where the compiled module is, if not where `tsc` puts it; relative to the working folder. */
  readonly path?: string | undefined;
}

/**
 * Loads what `tsc` made of the plugin's generated `plugin.ts`: its models with their index functions.
 *
 * @throws {FilesError} where it is not there, or cannot be loaded.
 */
export async function loadPlugin({ place, workingFolder, config, path }: PluginModule): Promise<Plugin> {
  const name = path ?? place.shown(compiledModule(config, "plugin.js"));
  const file = resolve(workingFolder, name);
  if (!existsSync(file)) {
    throw new FilesError(
      `${name} is not there. Build the plugin (\`npm run build\`), or say with --plugin where its compiled plugin.js is.`,
    );
  }
  const plugin = await importPlugin(file, name);
  if (isPlugin(plugin)) return plugin;
  throw new FilesError(`${name} exports no \`plugin\` with resources: it is not what \`cmgen generate\` makes.`);
}

/** Where `tsc` puts a module of the generated code, relative to the plugin, if it compiles `src` to `dist`. */
export function compiledModule({ outDir }: Pick<ResolvedConfig, "outDir">, name: string): string {
  return `${outDir.replace(/^src(?=\/|$)/, "dist")}/${name}`;
}

async function importPlugin(file: string, name: string): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(file).href)) as { readonly plugin?: unknown };
    return module.plugin;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new FilesError(`${name} cannot be loaded: ${why}`, { cause: error });
  }
}

/** Generated code is taken at its word beyond this. */
function isPlugin(value: unknown): value is Plugin {
  return typeof value === "object" && value !== null && "resources" in value && Array.isArray(value.resources);
}
