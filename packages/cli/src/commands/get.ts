import type { Command } from "../command.js";
import {
  declareOutput,
  declareSelection,
  type OutputFormat,
  type SelectionOptions,
} from "../objects/selection-options.js";
import { declareServer, type ServerOptions } from "../server/server-options.js";

interface GetOptions extends ServerOptions, SelectionOptions {
  readonly resource: string;
  readonly names: readonly string[] | undefined;
  readonly output: OutputFormat;
}

/** `cmgen get <resource> [names..]`: objects of a running service, what holds those up that are being deleted, and which of them a controller failed on. */
export const getCommand: Command<GetOptions> = {
  usage: "get <resource> [names..]",
  summary: "Show objects of a running service.",
  declare: (yargs) =>
    declareOutput(
      declareSelection(
        declareServer(
          yargs
            .positional("resource", {
              type: "string",
              demandOption: true,
              describe: "For example people, people.<group>, or person/ann.",
            })
            .positional("names", { type: "string", array: true, describe: "Names of objects. Default: all objects." }),
        ),
      ),
    ),
  run: async (options, terminal) => {
    const { getObjects } = await import("../objects/get-objects.js");
    return getObjects(options, terminal);
  },
};
