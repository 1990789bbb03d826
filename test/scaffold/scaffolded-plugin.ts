import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../boundaries/repository.js";
import { runCmgen } from "../cli/run-cmgen.js";

/** The command line of this repository. */
export const cmgen = join(repositoryRoot, "packages", "cli", "bin", "cmgen.js");

/** Writes a plugin with `cmgen init` into a new folder of `parent`, and links what `npm install` would install. */
export async function scaffoldPlugin(parent: string, name: string, ...options: readonly string[]): Promise<string> {
  const { code, error } = await runCmgen(["init", name, ...options], { workingFolder: parent });
  if (code !== 0) throw new Error(`cmgen init ended with ${code}:\n${error}`);
  const plugin = join(parent, name);
  linkPackages(plugin);
  return plugin;
}

/** What `npm install` makes of the plugin's dependencies, with the packages of this repository. */
function linkPackages(plugin: string): void {
  const modules = join(plugin, "node_modules");
  mkdirSync(modules);
  for (const name of [".bin", "@cmgen", "@types", "cmgen", "typescript", "vitest"]) {
    symlinkSync(join(repositoryRoot, "node_modules", name), join(modules, name), "junction");
  }
}
