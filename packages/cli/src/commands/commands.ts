import type { Registration } from "../define-command.js";
import { registerAdd } from "./add.js";
import { clientCommand } from "./client.js";
import { completionCommand } from "./completion.js";
import { applyCommand, createCommand, deleteCommand } from "./document-commands.js";
import { generateCommand } from "./generate.js";
import { initCommand } from "./init.js";
import { migrateCommand } from "./migrate.js";
import {
  contextCommand,
  describeCommand,
  editCommand,
  explainCommand,
  getCommand,
  watchCommand,
} from "./object-commands.js";
import { devCommand, doctorCommand, graphCommand, startCommand, upgradeCommand } from "./plugin-commands.js";

/** Every command, in the order help lists them. A new one is a file and a line here. */
export const commands: readonly Registration[] = [
  generateCommand,
  devCommand,
  startCommand,
  initCommand,
  registerAdd,
  upgradeCommand,
  clientCommand,
  migrateCommand,
  doctorCommand,
  getCommand,
  describeCommand,
  watchCommand,
  createCommand,
  applyCommand,
  editCommand,
  deleteCommand,
  contextCommand,
  explainCommand,
  graphCommand,
  completionCommand,
];
