import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { checkConfig } from "../config/check-config.js";
import { ConfigError } from "../config/config-error.js";
import { defineConfig } from "../config/config.js";
import { configFileNames } from "../config/find-plugin-folder.js";
import { defaultConfig, type ResolvedConfig } from "../config/resolved-config.js";
import { relativePath } from "../paths/slashed.js";

/**
 * Text of the plugin's config file by its absolute path; empty where it has none.
 *
 * @param given Absolute path of the file to take instead.
 */
export function configText(root: string, given?: string): ReadonlyMap<string, string> {
  const file = configFile(root, given);
  if (file === undefined) return new Map();
  const path = join(root, file);
  return new Map([[path, readFileSync(path, "utf8")]]);
}

/**
 * Loads the plugin's config and fills in the defaults; a plugin without a config file has the defaults.
 *
 * @param root Absolute path of the plugin.
 * @param given Absolute path of the file to take instead.
 * @throws {ConfigError} where the module cannot be loaded, says what no config may say, or names a module that is not there.
 */
export async function loadConfig(root: string, given?: string): Promise<ResolvedConfig> {
  const file = configFile(root, given);
  if (file === undefined) return defaultConfig;
  const { config, problems } = checkConfig(await importConfig(root, file));
  if (problems !== undefined) throw new ConfigError(file, problems);
  if (config.server !== defaultConfig.server && !existsSync(join(root, config.server)))
    throw new ConfigError(file, [`\`server\` is set to ${config.server}, which does not exist.`]);
  return config;
}

/** Relative to the plugin's root. */
function configFile(root: string, given: string | undefined): string | undefined {
  if (given !== undefined) return relativePath(root, given);
  return configFileNames.find((name) => existsSync(join(root, name)));
}

/** Imports through jiti, because Node 20 cannot import TypeScript. */
async function importConfig(root: string, file: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  const path = join(root, file);
  const jiti = createJiti(path, {
    moduleCache: false,
    interopDefault: false,
    // These are at hand: a config need not wait for the whole of cmgen to be loaded, nor for it to be installed.
    virtualModules: { cmgen: { defineConfig }, "cmgen/emitter": await import("../emitter-kit/emitter-kit.js") },
  });
  try {
    const module = await jiti.import<{ readonly default?: unknown }>(path);
    return module.default;
  } catch (error) {
    throw new ConfigError(file, [`cannot be loaded: ${messageOf(error)}`], { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
