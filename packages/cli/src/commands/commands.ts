import type { CommandGroup } from "../define-command.js";
import { accessCommand } from "./access.js";
import { addCommand } from "./add.js";
import { backupCommand, restoreCommand } from "./backup.js";
import { buildCommand } from "./build.js";
import { clientCommand } from "./client.js";
import { completionCommand } from "./completion.js";
import { consoleCommand } from "./console.js";
import { contextCommand } from "./context.js";
import { applyCommand, createCommand, deleteCommand, diffCommand } from "./document-commands.js";
import { generateCommand } from "./generate.js";
import { historyCommand } from "./history.js";
import { initCommand } from "./init.js";
import { annotateCommand, labelCommand, patchCommand } from "./change-commands.js";
import { mcpCommand } from "./mcp.js";
import { migrateCommand } from "./migrate.js";
import { describeCommand, editCommand, explainCommand, getCommand, waitCommand } from "./object-commands.js";
import { tenantCommand } from "./tenant.js";
import { tokenCommand } from "./token.js";
import { exportCommand, importCommand } from "./transfer.js";
import { userCommand } from "./user.js";
import { devCommand, doctorCommand, graphCommand, startCommand, upgradeCommand } from "./plugin-commands.js";

/** Every command, by what it is for, in the order help lists them. A new one is a file and a line here. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: "Write a plugin",
    commands: [
      initCommand,
      addCommand,
      generateCommand,
      buildCommand,
      devCommand,
      explainCommand,
      graphCommand,
      upgradeCommand,
    ],
  },
  {
    title: "Run its service",
    commands: [startCommand, migrateCommand, tenantCommand, doctorCommand, backupCommand, restoreCommand],
  },
  { title: "Say who may call it", commands: [userCommand, tokenCommand, accessCommand] },
  {
    title: "Read objects of a running service",
    commands: [getCommand, describeCommand, waitCommand, diffCommand, historyCommand],
  },
  {
    title: "Change objects of a running service",
    commands: [applyCommand, createCommand, editCommand, patchCommand, labelCommand, annotateCommand, deleteCommand],
  },
  { title: "Move objects out of a running service, and into one", commands: [exportCommand, importCommand] },
  { title: "Call services", commands: [contextCommand, consoleCommand, clientCommand, mcpCommand] },
  { title: "This command line", commands: [completionCommand] },
];
