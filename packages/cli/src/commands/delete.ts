import type { Command } from "../command.js";
import { resultFormats, type ResultFormat } from "../documents/document-options.js";
import {
  declareSelection,
  namesArgument,
  resourceArgument,
  type SelectionOptions,
} from "../objects/selection-options.js";
import { declareServer, type ServerOptions } from "../server/server-options.js";

interface DeleteOptions extends ServerOptions, SelectionOptions {
  readonly resource: string | undefined;
  readonly names: readonly string[] | undefined;
  readonly filename: readonly string[] | undefined;
  readonly recursive: boolean;
  readonly all: boolean;
  readonly "ignore-not-found": boolean;
  readonly wait: boolean;
  readonly "dry-run": boolean;
  readonly output: ResultFormat | undefined;
}

/** `cmgen delete`: deletes objects by name, by selectors or as files name them, and says what holds those that stay for now. */
export const deleteCommand: Command<DeleteOptions> = {
  usage: "delete [resource] [names..]",
  summary: "Delete objects of a running service, by name, selector or file.",
  declare: (yargs) =>
    declareSelection(
      declareServer(
        yargs
          .positional("resource", resourceArgument)
          .positional("names", { ...namesArgument, describe: "Names of objects." }),
      ),
    )
      .option("filename", {
        alias: "f",
        type: "string",
        array: true,
        nargs: 1,
        describe: "Delete what a file, a folder of files or - (standard input) names. May be repeated.",
      })
      .option("recursive", { alias: "R", type: "boolean", default: false, describe: "Read folders below, too." })
      .option("all", { type: "boolean", default: false, describe: "Delete all objects of the resource." })
      .option("ignore-not-found", {
        type: "boolean",
        default: false,
        describe: "Do not fail where an object does not exist.",
      })
      .option("wait", {
        type: "boolean",
        default: false,
        describe: "Wait until the objects are gone, at most as long as --timeout says.",
      })
      .option("dry-run", { type: "boolean", default: false, describe: "Delete nothing; print what would be deleted." })
      .option("output", { alias: "o", choices: resultFormats, describe: "Print the objects as they were last." }),
  run: async (options, terminal) => {
    const { deleteObjects } = await import("../documents/delete-objects.js");
    return deleteObjects(options, terminal);
  },
};
