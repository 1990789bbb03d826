import { addAccessCommand } from "./add-access.js";
import { addConsoleCommand } from "./add-console.js";
import { addControllerCommand, addEndpointCommand, addHookCommand } from "./add-logic.js";
import { addManifestCommand } from "./add-manifest.js";
import { addModelCommand } from "./add-model.js";
import { addFieldCommand, addIndexCommand } from "./add-to-model.js";
import { addRolesCommand } from "./add-roles.js";
import { addSubscriptionsCommand } from "./add-subscriptions.js";
import { addUsersCommand } from "./add-users.js";
import type { Command } from "../define-command.js";

/** What can be added, in the order help lists it. */
export const addCommands: readonly Command[] = [
  addModelCommand,
  addFieldCommand,
  addIndexCommand,
  addControllerCommand,
  addHookCommand,
  addEndpointCommand,
  addManifestCommand,
  addAccessCommand,
  addUsersCommand,
  addRolesCommand,
  addSubscriptionsCommand,
  addConsoleCommand,
];
