import type { KnownModels } from "./known/known-models.js";
import type { ReadConfig, ReadResult } from "./read-result.js";

export interface ReadOptions {
  /** What an earlier run learned; what still holds of it is not read again, and the result is the same. */
  readonly known?: KnownModels | undefined;
}

/**
 * Reads every declaration of a plugin into plain data.
 *
 * @param root Absolute path of the plugin.
 */
export async function read(root: string, config: ReadConfig, options: ReadOptions = {}): Promise<ReadResult> {
  // The compiler takes a quarter of a second to load: a command that reads nothing must not wait for it.
  const { readProject } = await import("./read-project.js");
  return readProject(root, config, options);
}
