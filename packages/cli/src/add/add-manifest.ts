import { defineCommand } from "../define-command.js";
import { addToPlugin, generateNext } from "./add-to-plugin.js";
import { apiVersionOption, dryRunOption, modelArgument } from "./options.js";
import { parseValue } from "./parse-field.js";

/** `cmgen add manifest <model>`. */
export const addManifestCommand = defineCommand({
  parent: "add",
  usage: "manifest <model>",
  summary: "An object in extensions/, which the service creates when it starts.",
  examples: [
    ["add manifest Person --set spec.name=Ann", "An object that exists from the start"],
    ["add manifest Person --name bob --set spec.name=Bob --dry-run", "Show what would be written"],
  ],
  declare: (yargs) =>
    yargs
      .positional("model", modelArgument)
      .option("name", { type: "string", requiresArg: true, describe: "The object's name. Default: first-<model>." })
      .option("set", {
        type: "string",
        array: true,
        requiresArg: true,
        describe: "A value, as spec.title=Hello or spec.tags='[\"a\"]'. May be repeated.",
      })
      .option("api-version", apiVersionOption)
      .option("dry-run", dryRunOption),
  run: ({ model, apiVersion, name, set = [], dryRun }, terminal) =>
    addToPlugin(
      { adds: "manifest", model, apiVersion, name, values: Object.fromEntries(set.map(parseValue)) },
      { dryRun, next: () => [{ sentence: "Write in the file what the object is to be." }, generateNext] },
      terminal,
    ),
});
