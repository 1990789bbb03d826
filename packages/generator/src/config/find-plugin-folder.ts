import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The config's file names, the first that exists is taken. */
export const configFileNames = ["cmgen.config.ts", "cmgen.config.mts", "cmgen.config.js", "cmgen.config.mjs"] as const;

/**
 * The folder of the plugin that `from` is in: the nearest one upwards with a config file, or with a package.json beside `src/models` or
 * `prisma`, which is where a plugin without a config has its models and migrations. `from` itself where there is none.
 *
 * @param from Absolute path.
 */
export function findPluginFolder(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (isPluginFolder(folder)) return folder;
    if (dirname(folder) === folder) return from;
  }
}

/** Whether a folder is that of a plugin. */
export function isPluginFolder(folder: string): boolean {
  const has = (name: string): boolean => existsSync(join(folder, name));
  return configFileNames.some(has) || (has("package.json") && (has("src/models") || has("prisma")));
}
