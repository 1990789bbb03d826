import type { Command } from "../command.js";
import { declareSelection, type SelectionOptions } from "../objects/selection-options.js";
import { declareServer, type ServerOptions } from "../server/server-options.js";

interface DescribeOptions extends ServerOptions, SelectionOptions {
  readonly resource: string;
  readonly names: readonly string[] | undefined;
}

/** `cmgen describe <resource> [names..]`: everything there is to know about objects, for people. */
export const describeCommand: Command<DescribeOptions> = {
  usage: "describe <resource> [names..]",
  summary: "Show all about objects of a running service: what holds them, and which controllers failed on them.",
  declare: (yargs) =>
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
  run: async (options, terminal) => {
    const { describeObjects } = await import("../objects/describe-objects.js");
    return describeObjects(options, terminal);
  },
};
