import { defineCommand } from "../define-command.js";
import { addToPlugin, generateNext } from "./add-to-plugin.js";
import { apiVersionOption, dryRunOption, modelArgument } from "./options.js";

/** `cmgen add console <model>`. */
export const addConsoleCommand = defineCommand({
  parent: "add",
  usage: "console <model>",
  summary: "A module that adds to the console's pages of a model: columns, fields, panels.",
  examples: [
    ["add console Person", "src/console/person.tsx, with a panel"],
    ["add console Person --dry-run", "Show what would be written"],
  ],
  declare: (yargs) =>
    yargs.positional("model", modelArgument).option("api-version", apiVersionOption).option("dry-run", dryRunOption),
  run: ({ model, apiVersion, dryRun }, terminal) =>
    addToPlugin(
      { adds: "console", model, apiVersion },
      { dryRun, next: () => [generateNext, { command: "build console" }] },
      terminal,
    ),
});
