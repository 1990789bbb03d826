import type { KnownModels } from "./known/known-models.js";
import type { ReadConfig, ReadResult } from "./read-result.js";

/**
 * Reads every declaration of a plugin into plain data.
 *
 * @param root Absolute path of the plugin.
 * @param known What an earlier run learned; what still holds of it is not read again, and the result is the same.
 */
export async function read(root: string, config: ReadConfig, known?: KnownModels): Promise<ReadResult> {
  // The compiler takes a quarter of a second to load: a command that reads nothing must not wait for it.
  const { readProject } = await import("./read-project.js");
  return readProject(root, config, { known });
}
