import type { EditPlan, EditRequest } from "./edit-request.js";

/**
 * Plans an edit of a plugin's sources. Nothing is written.
 *
 * @param root Absolute path of the plugin.
 * @throws {EditError} where the sources cannot be edited like that.
 * @throws {ConfigError} where the config cannot be followed.
 */
export async function editPlugin(root: string, request: EditRequest): Promise<EditPlan> {
  // The compiler takes a quarter of a second to load.
  const { planEdit } = await import("./plan-edit.js");
  return planEdit(root, request);
}
