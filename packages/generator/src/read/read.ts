import type { ReadMemory } from "./read-models.js";
import type { ReadConfig, ReadResult } from "./read-result.js";

/**
 * Reads every declaration of a plugin into plain data.
 *
 * @param root Absolute path of the plugin.
 * @param memory See {@link ReadingOptions}.
 */
export async function read(root: string, config: ReadConfig, memory?: ReadMemory): Promise<ReadResult> {
  // The compiler takes a quarter of a second to load: a command that reads nothing must not wait for it.
  const { readProject } = await import("./read-project.js");
  return readProject(root, config, { memory });
}
