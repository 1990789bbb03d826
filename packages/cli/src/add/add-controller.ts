import type { Command } from "../command.js";
import { addToPlugin, generateNext } from "./add-to-plugin.js";
import { apiVersion, dryRun, model, type ModelOptions } from "./options.js";

interface AddControllerOptions extends ModelOptions {
  readonly name: string | undefined;
}

/** `cmgen add controller <model>`. */
export const addControllerCommand: Command<AddControllerOptions> = {
  usage: "controller <model>",
  summary: "A controller: code that runs after objects have changed.",
  declare: (yargs) =>
    yargs
      .positional("model", model)
      .option("name", {
        type: "string",
        requiresArg: true,
        describe: "Its name: send-reminders. Default: the model's.",
      })
      .option("api-version", apiVersion)
      .option("dry-run", dryRun),
  run: ({ model: of, apiVersion: version, name, dryRun: dry }, terminal) =>
    addToPlugin(
      { adds: "controller", model: of, apiVersion: version, name },
      {
        dryRun: dry,
        next: () => [generateNext, { sentence: "Write in `reconcile` what is to follow from a change." }],
      },
      terminal,
    ),
};
