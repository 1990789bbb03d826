import type { Command } from "../command.js";
import { addToPlugin, generateNext } from "./add-to-plugin.js";
import { apiVersion, dryRun, model, type ModelOptions } from "./options.js";

const methods = ["get", "post", "put", "patch", "delete"] as const;
const audiences = ["console", "user-center", "public"] as const;

interface AddEndpointOptions extends ModelOptions {
  readonly name: string;
  readonly method: (typeof methods)[number];
  readonly for: (typeof audiences)[number];
}

/** `cmgen add endpoint <model> <name>`. */
export const addEndpointCommand: Command<AddEndpointOptions> = {
  usage: "endpoint <model> <name>",
  summary: "An endpoint of your own, with types, below an object of a model.",
  declare: (yargs) =>
    yargs
      .positional("model", model)
      .positional("name", { type: "string", demandOption: true, describe: "The last segment of its path: summary." })
      .option("method", { choices: methods, default: "get" as const })
      .option("for", { choices: audiences, default: "console" as const, describe: "Who calls it: decides its group." })
      .option("api-version", apiVersion)
      .option("dry-run", dryRun),
  run: ({ model: of, apiVersion: version, name, method, for: audience, dryRun: dry }, terminal) =>
    addToPlugin(
      { adds: "endpoint", model: of, apiVersion: version, name, method, audience },
      {
        dryRun: dry,
        next: () => [generateNext, { sentence: "Write in the handler what it answers, and its types above." }],
      },
      terminal,
    ),
};
