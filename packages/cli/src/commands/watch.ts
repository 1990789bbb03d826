import type { Command } from "../command.js";
import { declareResource, type ResourceOptions } from "../objects/selection-options.js";

const forms = ["table", "wide", "json", "name"] as const;

interface WatchOptions extends ResourceOptions {
  readonly name: string | undefined;
  readonly "changes-only": boolean;
  readonly output: (typeof forms)[number];
}

/** `cmgen watch <resource> [name]`: objects, and then their changes as they are committed, until it is interrupted. */
export const watchCommand: Command<WatchOptions> = {
  usage: "watch <resource> [name]",
  summary: "Show objects of a running service, and each change of them until Ctrl-C.",
  declare: (yargs) =>
    declareResource(yargs)
      .positional("name", { type: "string", describe: "One object's name. Default: all objects." })
      .option("changes-only", {
        type: "boolean",
        default: false,
        describe: "Show changes only, not the objects that are there already.",
      })
      .option("output", {
        alias: "o",
        choices: forms,
        default: "table" as const,
        describe: "In which form; json is one event a line.",
      }),
  run: async (options, terminal) => {
    const { watchObjects } = await import("../objects/watch-objects.js");
    return watchObjects(options, terminal);
  },
};
