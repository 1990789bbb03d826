import { loadConfig } from "../config-file/load-config.js";
import { addAccess } from "./add-access.js";
import { addConsole } from "./add-console.js";
import { addField } from "./add-field.js";
import { addIndex } from "./add-index.js";
import { addController, addEndpoint, addHook } from "./add-logic.js";
import { addManifest } from "./add-manifest.js";
import { addModel } from "./add-model.js";
import { addRoles } from "./add-roles.js";
import { addSubscriptions } from "./add-subscriptions.js";
import { addUsers } from "./add-users.js";
import type { EditPlan, EditRequest } from "./edit-request.js";
import { openPlugin } from "./open-plugin.js";

/** Plans an edit; see {@link editPlugin}. */
export async function planEdit(root: string, request: EditRequest, config?: string): Promise<EditPlan> {
  const plugin = openPlugin(root, await loadConfig(root, config));
  switch (request.adds) {
    case "access":
      return addAccess(plugin);
    case "console":
      return addConsole(plugin, request);
    case "model":
      return addModel(plugin, request);
    case "users":
      return addUsers(plugin, request);
    case "roles":
      return addRoles(plugin, request);
    case "subscriptions":
      return addSubscriptions(plugin, request);
    case "field":
      return addField(plugin, request);
    case "index":
      return addIndex(plugin, request);
    case "controller":
      return addController(plugin, request);
    case "hook":
      return addHook(plugin, request);
    case "endpoint":
      return addEndpoint(plugin, request);
    case "manifest":
      return addManifest(plugin, request);
  }
}
