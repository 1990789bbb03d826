import { join } from "node:path";

import type { ResolvedConfig } from "./config/resolved-config.js";
import { relativePath } from "./paths/slashed.js";

/**
 * Where `tsc` puts a module of the generated code, relative to the plugin's root, with `/`.
 *
 * @param root Absolute path of the plugin.
 * @param name The module's name, relative to the folder of generated files: `server.js`.
 */
export async function compiledModule(
  root: string,
  { outDir }: Pick<ResolvedConfig, "outDir">,
  name: string,
): Promise<string> {
  // Loading the compiler takes a quarter of a second, which most commands can do without.
  const { InputFiles } = await import("./read/input-files.js");
  const { pluginConfig } = await import("./read/program/plugin-config.js");
  const { compiledDir } = pluginConfig(root, join(root, outDir), new InputFiles());
  return relativePath(root, join(compiledDir, name));
}
