import type { Command } from "../command.js";
import { declareServer, type ServerOptions } from "../server/server-options.js";

interface ExplainOptions extends ServerOptions {
  readonly field: string | undefined;
  readonly recursive: boolean;
}

/** `cmgen explain person.spec.age`: what a field means and takes, from the plugin's models or from a running service. */
export const explainCommand: Command<ExplainOptions> = {
  usage: "explain [field]",
  summary: "Explain a field of a kind: its type, meaning, default, constraints and indexes.",
  declare: (yargs) =>
    declareServer(
      yargs
        .positional("field", { type: "string", describe: "For example person.spec.age. Default: list the kinds." })
        .option("recursive", { type: "boolean", default: false, describe: "Show the fields of fields, too." }),
    ),
  run: async (options, terminal) => {
    const { explain } = await import("../explain/explain.js");
    return explain(options, terminal);
  },
};
