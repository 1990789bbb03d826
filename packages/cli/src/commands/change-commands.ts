import type { Argv } from "yargs";

import { defineCommand } from "../define-command.js";
import { resultFormats } from "../documents/document-options.js";
import { declareMeant, declareSelection, resourceArgument } from "../objects/selection-options.js";
import { declareServer } from "../server/server-options.js";

const outputOption = {
  alias: "o",
  choices: resultFormats,
  describe: "Print the objects, or their names, in place of what was done.",
} as const;

/** `cmgen patch <resource> [names..]`: parts of objects, by a merge patch or a JSON Patch. */
export const patchCommand = defineCommand({
  usage: "patch <resource> [names..]",
  summary: "Change parts of objects, by a merge patch or a JSON Patch.",
  examples: [
    ['patch person/ann -p \'{"spec": {"age": 43, "gender": null}}\'', "Set one field, remove another"],
    [
      'patch people ann --type json -p \'[{"op": "test", "path": "/spec/age", "value": 43}]\'',
      "Operations in order, all or none",
    ],
  ],
  declare: (yargs) =>
    declareMeant(yargs)
      .option("patch", { alias: "p", type: "string", requiresArg: true, describe: "The patch, in JSON or YAML." })
      .option("patch-file", { type: "string", requiresArg: true, describe: "A file with the patch, or -." })
      .option("type", {
        choices: ["merge", "json"] as const,
        default: "merge" as const,
        describe: "merge is a JSON Merge Patch, json a JSON Patch.",
      })
      .option("status", { type: "boolean", default: false, describe: "Change the status, and nothing else." })
      .option("output", outputOption),
  run: async (options, terminal) => {
    const { patchObjects } = await import("../documents/patch-objects.js");
    return patchObjects(options, terminal);
  },
});

/** `cmgen label <resource> [words..]`: labels of objects. */
export const labelCommand = defineCommand({
  usage: "label <resource> [words..]",
  summary: "Set and remove labels of objects: key=value, and key- for one that goes.",
  examples: [
    ["label people ann people.example.com/team=blue --overwrite", "Also where it has another value"],
    ["label people --all people.example.com/team-", "Remove it from all"],
  ],
  declare: declareWords,
  run: async (options, terminal) => {
    const { labelObjects } = await import("../documents/label-objects.js");
    return labelObjects("labels", options, terminal);
  },
});

/** `cmgen annotate <resource> [words..]`: annotations of objects. */
export const annotateCommand = defineCommand({
  usage: "annotate <resource> [words..]",
  summary: "Set and remove annotations of objects: key=value, and key- for one that goes.",
  examples: [
    ["annotate person/ann 'people.example.com/note=on leave'", "A text for people and programs"],
    ["annotate people --field-selector 'spec.age<18' people.example.com/note-", "Remove it from those selected"],
  ],
  declare: declareWords,
  run: async (options, terminal) => {
    const { labelObjects } = await import("../documents/label-objects.js");
    return labelObjects("annotations", options, terminal);
  },
});

function declareWords(yargs: Argv) {
  const words = yargs.positional("resource", { ...resourceArgument, demandOption: true }).positional("words", {
    type: "string",
    array: true,
    describe: "Names of objects, and what changes: key=value, or key- to remove one.",
  });
  return declareSelection(declareServer(words))
    .option("all", { type: "boolean", default: false, describe: "All objects of the resource." })
    .option("overwrite", { type: "boolean", default: false, describe: "Also where a key has another value." })
    .option("output", outputOption);
}
