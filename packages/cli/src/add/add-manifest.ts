import type { Command } from "../command.js";
import { addToPlugin, generateNext } from "./add-to-plugin.js";
import { apiVersion, dryRun, model, type ModelOptions } from "./options.js";
import { parseValue } from "./parse-field.js";

interface AddManifestOptions extends ModelOptions {
  readonly name: string | undefined;
  readonly set: readonly string[] | undefined;
}

/** `cmgen add manifest <model>`. */
export const addManifestCommand: Command<AddManifestOptions> = {
  usage: "manifest <model>",
  summary: "An object in extensions/, which the service creates when it starts.",
  declare: (yargs) =>
    yargs
      .positional("model", model)
      .option("name", { type: "string", requiresArg: true, describe: "The object's name. Default: first-<model>." })
      .option("set", {
        type: "string",
        array: true,
        requiresArg: true,
        describe: "A value, as spec.title=Hello or spec.tags='[\"a\"]'. May be repeated.",
      })
      .option("api-version", apiVersion)
      .option("dry-run", dryRun),
  run: ({ model: of, apiVersion: version, name, set = [], dryRun: dry }, terminal) =>
    addToPlugin(
      { adds: "manifest", model: of, apiVersion: version, name, values: Object.fromEntries(set.map(parseValue)) },
      { dryRun: dry, next: () => [{ sentence: "Write in the file what the object is to be." }, generateNext] },
      terminal,
    ),
};
