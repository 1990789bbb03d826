import { defineCommand } from "../define-command.js";
import { declareDocuments, declareFiles, resultFormats } from "../documents/document-options.js";
import { declareSelection, namesArgument, resourceArgument } from "../objects/selection-options.js";
import { declareServer } from "../server/server-options.js";

/** `cmgen create -f <file>`: creates the objects of files; one whose name is taken is refused. */
export const createCommand = defineCommand({
  usage: "create",
  summary: "Create the objects of files in a running service.",
  examples: [
    ["create -f extensions/ann.yaml", "Objects of a file"],
    ["create -f - --dry-run", "Of standard input, changing nothing"],
  ],
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
  examples: [
    ["apply -f extensions", "Objects of all files of a folder"],
    ["apply -f extensions/ann.yaml -o yaml", "One file; print what is stored then"],
  ],
  declare: (yargs) => declareDocuments(declareServer(yargs)),
  run: async (options, terminal) => {
    const { applyDocuments } = await import("../documents/write-documents.js");
    return applyDocuments(options, terminal);
  },
});

/** `cmgen diff -f <file>`: what `apply` would change. */
export const diffCommand = defineCommand({
  usage: "diff",
  summary: "Show what apply would change of objects, as a diff; ends with 1 if there is a difference.",
  examples: [
    ["diff -f extensions", "Of all files of a folder"],
    ["diff -f -", "Of standard input"],
  ],
  declare: (yargs) => declareFiles(declareServer(yargs)),
  run: async (options, terminal) => {
    const { diffDocuments } = await import("../documents/diff-documents.js");
    return diffDocuments(options, terminal);
  },
});

/** `cmgen delete`: deletes objects by name, by selectors or as files name them, and says what holds those that stay for now. */
export const deleteCommand = defineCommand({
  usage: "delete [resource] [names..]",
  summary: "Delete objects of a running service, by name, selector or file.",
  examples: [
    ["delete person/bob --wait", "One object, until it is gone"],
    ["delete people --field-selector 'spec.age<18' --dry-run", "Show which would go"],
  ],
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
