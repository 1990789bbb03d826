import type { EditPlan, EditRequest } from "./edit-request.js";

/**
 * Plans an edit of a plugin's sources. Nothing is written.
 *
 * @param root Absolute path of the plugin.
 * @param config Absolute path of the config to take in place of the plugin's own.
 * @throws {EditError} where the sources cannot be edited like that.
 * @throws {ConfigError} where the config cannot be followed.
 */
export async function editPlugin(root: string, request: EditRequest, config?: string): Promise<EditPlan> {
  // The compiler takes a quarter of a second to load.
  const { planEdit } = await import("./plan-edit.js");
  return planEdit(root, request, config);
}
