import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { npm } from "../../scripts/steps/tools.mjs";
import { cleanEnvironment } from "./clean-environment.js";

/**
 * Of others' packages, those of before this day are taken: a new one may be in a registry sooner than what it needs is, and then it cannot
 * be installed. After the dependencies of the packages were raised, it has to be a later day.
 */
export const PUBLISHED_BEFORE = "2026-11-20";

/**
 * Settings with which npm and pnpm take packages from a registry. Programs that `npm create` and `pnpm create` fetch are not kept: the next
 * run has others under the same version.
 *
 * @param folder Where the programs that npm fetches are put.
 */
export async function createSettings(folder: string, registry: string): Promise<Readonly<Record<string, string>>> {
  const [command = "", ...args] = npm(["config", "get", "cache"]);
  const { stdout } = await promisify(execFile)(command, args, { env: cleanEnvironment() });
  const cache = mkdtempSync(join(folder, "npm-cache-"));
  const downloads = join(stdout.trim(), "_cacache");
  mkdirSync(downloads, { recursive: true });
  symlinkSync(downloads, join(cache, "_cacache"), "junction");
  return {
    npm_config_cache: cache,
    npm_config_registry: registry,
    // npm asks whether it may fetch a program.
    npm_config_yes: "true",
    pnpm_config_registry: registry,
    pnpm_config_dlx_cache_max_age: "0",
  };
}
