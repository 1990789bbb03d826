import { defineCommand } from "../define-command.js";
import { declareDocuments, resultFormats } from "../documents/document-options.js";
import { declareSelection, namesArgument, resourceArgument } from "../objects/selection-options.js";
import { declareServer } from "../server/server-options.js";

/** `cmgen create -f <file>`: creates the objects of files; one whose name is taken is refused. */
export const createCommand = defineCommand({
  usage: "create",
  summary: "Create the objects of files in a running service.",
  declare: (yargs) => declareDocuments(declareServer(yargs)),
  run: async (options, terminal) => {
    const { createDocuments } = await import("../documents/write-documents.js");
    return createDocuments(options, terminal);
  },
});

/** `cmgen apply -f <file>`: creates the objects of files, or merges them into those of their names. */
export const applyCommand = defineCommand({
  usage: "apply",
  summary: "Create the objects of files in a running service, or merge them into those that are there.",
  declare: (yargs) => declareDocuments(declareServer(yargs)),
  run: async (options, terminal) => {
    const { applyDocuments } = await import("../documents/write-documents.js");
    return applyDocuments(options, terminal);
  },
});

/** `cmgen delete`: deletes objects by name, by selectors or as files name them, and says what holds those that stay for now. */
export const deleteCommand = defineCommand({
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
});
