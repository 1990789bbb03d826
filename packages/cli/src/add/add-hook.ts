import type { Command } from "../command.js";
import { addToPlugin, generateNext } from "./add-to-plugin.js";
import { apiVersion, dryRun, model, type ModelOptions } from "./options.js";

/** `cmgen add hook <model>`. */
export const addHookCommand: Command<ModelOptions> = {
  usage: "hook <model>",
  summary: "Hooks: code that fills in and judges objects before they are stored.",
  declare: (yargs) => yargs.positional("model", model).option("api-version", apiVersion).option("dry-run", dryRun),
  run: ({ model: of, apiVersion: version, dryRun: dry }, terminal) =>
    addToPlugin(
      { adds: "hook", model: of, apiVersion: version },
      {
        dryRun: dry,
        next: () => [
          generateNext,
          { sentence: "Write in `validate` what is to be refused, or in `default` what is filled in." },
        ],
      },
      terminal,
    ),
};
