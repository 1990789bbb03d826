import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";

import { loadConfig } from "@cmgen/generator";

import { compiledModule } from "../database/load-plugins.js";
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
 * @param given The module that starts the service, if it is not the generated one in `dist`.
 * @throws {UsageError} where the module is not in the plugin.
 * @throws {FilesError} where it does not exist.
 */
export async function compiledServer(
  { root, configFile }: Pick<PluginPlace, "root" | "configFile">,
  given: string | undefined,
): Promise<CompiledServer> {
  const config = await loadConfig(root, configFile);
  const path = resolve(root, given ?? compiledModule(config, "server.js"));
  const entry = relative(root, path).replaceAll("\\", "/");
  const [folder = ""] = entry.split("/", 1);
  if (folder === "..") throw new UsageError("--entry must be a module in the plugin's folder.");
  if (!existsSync(path)) {
    throw new FilesError(
      `${entry} does not exist after compiling. Check rootDir, outDir and include in tsconfig.json, or name the compiled module that starts the service with --entry.`,
    );
  }
  return { entry, hash: hashOf(root, [folder, "extensions", config.prismaDir, "openapi.json"]) };
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
