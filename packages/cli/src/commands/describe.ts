import type { Command } from "../command.js";
import { declareResource, namesArgument, type ResourceOptions } from "../objects/selection-options.js";

interface DescribeOptions extends ResourceOptions {
  readonly names: readonly string[] | undefined;
}

/** `cmgen describe <resource> [names..]`: everything there is to know about objects, for people. */
export const describeCommand: Command<DescribeOptions> = {
  usage: "describe <resource> [names..]",
  summary: "Show all about objects of a running service: what holds them, and which controllers failed on them.",
  declare: (yargs) => declareResource(yargs).positional("names", namesArgument),
  run: async (options, terminal) => {
    const { describeObjects } = await import("../objects/describe-objects.js");
    return describeObjects(options, terminal);
  },
};
