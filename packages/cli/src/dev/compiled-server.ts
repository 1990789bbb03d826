import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { relativePath } from "@cmgen/generator/paths";

import { compiledModule, loadConfig } from "@cmgen/generator";

import type { PluginPlace } from "../plugin-place.js";
import { FilesError, UsageError } from "../usage-error.js";

/** A compiled plugin, ready to be started. */
export interface CompiledServer {
  /** The module that starts the service, relative to the plugin, with `/`. */
  readonly entry: string;
  /** Hash of all that the service reads when it starts: while it stays the same, restarting the service changes nothing. */
  readonly hash: string;
}

/**
 * Looks at what was compiled of a plugin.
 *
 * @param given The module that starts the service, if it is not the generated one.
 * @throws {UsageError} where the module is not in the plugin.
 * @throws {FilesError} where it does not exist.
 */
export async function compiledServer(place: Place, given: string | undefined): Promise<CompiledServer> {
  const { root } = place;
  const { entry, config } = await entryOf(place, given);
  const [folder = ""] = entry.split("/", 1);
  if (folder === "..")
    throw new UsageError(`The module that starts the service must be in the plugin's folder: ${entry}.`);
  if (!existsSync(join(root, entry))) {
    throw new FilesError(
      `${entry} does not exist after compiling. Check rootDir, outDir and include in tsconfig.json, or name the compiled module that starts the service with --entry.`,
    );
  }
  return { entry, hash: hashOf(root, [folder, "extensions", config.prismaDir, "openapi.json"]) };
}

/** The folder of compiled modules, by the first segment of its path; nothing where they stand beside their sources. */
export async function folderOfCompiled(place: Place, given: string | undefined): Promise<string | undefined> {
  const { entry } = await entryOf(place, given);
  return existsSync(join(place.root, entry.replace(/js$/, "ts"))) ? undefined : entry.split("/", 1)[0];
}

type Place = Pick<PluginPlace, "root" | "configFile">;

/** Relative to the plugin, with `/`. */
async function entryOf({ root, configFile }: Place, given: string | undefined) {
  const config = await loadConfig(root, configFile);
  const path = resolve(root, given ?? (await compiledModule(root, config, "server.js")));
  return { entry: relativePath(root, path), config };
}

function hashOf(root: string, paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((name) => filesAt(join(root, name)))) hash.update(path).update(readFileSync(path));
  return hash.digest("hex");
}

function filesAt(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".map"))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
