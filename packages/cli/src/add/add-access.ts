import { defineCommand } from "../define-command.js";
import { addToPlugin, generateNext } from "./add-to-plugin.js";
import { dryRunOption } from "./options.js";

/** `cmgen add access`. */
export const addAccessCommand = defineCommand({
  parent: "add",
  usage: "access",
  summary: "src/access.ts: who may do what. With it, nobody may do what it does not give.",
  examples: [
    ["add access", "Signed-in callers may read everything"],
    ["add access --dry-run", "Show what would be written"],
  ],
  declare: (yargs) => yargs.option("dry-run", dryRunOption),
  run: ({ dryRun }, terminal) => addToPlugin({ adds: "access" }, { dryRun, next: () => [generateNext] }, terminal),
});
