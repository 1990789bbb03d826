import type { Command } from "../command.js";
import {
  declareOutput,
  declareResource,
  namesArgument,
  type OutputFormat,
  type ResourceOptions,
} from "../objects/selection-options.js";

interface GetOptions extends ResourceOptions {
  readonly names: readonly string[] | undefined;
  readonly output: OutputFormat;
}

/** `cmgen get <resource> [names..]`: objects of a running service, what holds those up that are being deleted, and which of them a controller failed on. */
export const getCommand: Command<GetOptions> = {
  usage: "get <resource> [names..]",
  summary: "Show objects of a running service.",
  declare: (yargs) => declareOutput(declareResource(yargs).positional("names", namesArgument)),
  run: async (options, terminal) => {
    const { getObjects } = await import("../objects/get-objects.js");
    return getObjects(options, terminal);
  },
};
