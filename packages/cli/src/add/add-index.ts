import type { Command } from "../command.js";
import { addToPlugin, generateNext } from "./add-to-plugin.js";
import { apiVersion, dryRun, model, type ModelOptions } from "./options.js";

interface AddIndexOptions extends ModelOptions {
  readonly path: string;
  readonly unique: boolean;
  readonly order: "asc" | "desc" | undefined;
}

/** `cmgen add index <model> <path>`. */
export const addIndexCommand: Command<AddIndexOptions> = {
  usage: "index <model> <path>",
  summary: "An index, so that lists can be selected and sorted by a field.",
  declare: (yargs) =>
    yargs
      .positional("model", model)
      .positional("path", { type: "string", demandOption: true, describe: "The field, from the object: spec.total." })
      .option("unique", { type: "boolean", default: false, describe: "No two objects have the same value." })
      .option("order", { choices: ["asc", "desc"] as const, describe: "The direction of a sort that names none." })
      .option("api-version", apiVersion)
      .option("dry-run", dryRun),
  run: ({ model: name, apiVersion: version, path, unique, order, dryRun: dry }, terminal) => {
    const direction = order === "desc" ? "DESC" : undefined;
    const request = { adds: "index", model: name, apiVersion: version, path, unique, order: direction } as const;
    return addToPlugin(request, { dryRun: dry, next: () => [generateNext] }, terminal);
  },
};
