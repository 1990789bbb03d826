import { readdir } from "node:fs/promises";
import { ConfigurationError } from "../../error/configuration-error.js";
import type { Plugin } from "../../plugin/plugin.js";
import { StaticFiles } from "../static-files.js";
import { type ConsoleModule, readExtension } from "./read-extension.js";

/** What the console consists of. */
export interface ConsoleFiles {
  /** The folder with the page. */
  readonly page: StaticFiles;
  /** What the page loads, by its path below the console. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
  /** What plugins add to it. */
  readonly modules: readonly ConsoleModule[];
}

interface ConsoleFile {
  readonly folder: StaticFiles;
  readonly name: string;
}

/**
 * Finds the files of the console, where the service has one, and of what its plugins add to it.
 *
 * @throws {ConfigurationError} where its package is not installed, or a plugin's build cannot be read.
 */
export async function loadConsole(
  isOn: boolean | undefined,
  plugins: readonly Plugin[],
): Promise<ConsoleFiles | undefined> {
  if (isOn !== true) return undefined;
  const page = await pageFolder();
  const assets = await filesIn(new URL("assets/", page), "assets/", "public");
  // Extensions import them by a name that stays. They only name what is in other files.
  const shared = await filesIn(new URL("shared/", page), "shared/", "nobody");
  const extensions = await Promise.all(plugins.map(readExtension));
  const found = extensions.flatMap((extension) => (extension === undefined ? [] : [extension]));
  const added = await Promise.all(found.map(({ folder, path }) => filesIn(folder, path, "public")));
  return {
    page: new StaticFiles(page, "nobody"),
    files: new Map([...assets, ...shared, ...added.flat()]),
    modules: found.flatMap(({ modules }) => modules),
  };
}

async function filesIn(
  url: URL,
  path: string,
  kept: "public" | "nobody",
): Promise<readonly (readonly [path: string, ConsoleFile])[]> {
  const folder = new StaticFiles(url, kept);
  const names = await readdir(url);
  return names.map((name) => [`${path}${name}`, { folder, name }] as const);
}

async function pageFolder(): Promise<URL> {
  try {
    return (await import("@cmgen/console")).pageFolder;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    throw new ConfigurationError(
      "`console` in the server's options needs the package @cmgen/console, which is not installed. Install it with `npm install @cmgen/console`, or remove the option.",
      { cause: error },
    );
  }
}
