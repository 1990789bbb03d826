import { defineCommand } from "../define-command.js";
import { declareSelection } from "../objects/selection-options.js";
import { declareServer } from "../server/server-options.js";
import { assertFitting, declareCopy, serverGiven } from "../copy/copy-options.js";
import { importModes } from "../transfer/import-mode.js";
import { transferFormats } from "../transfer/transfer-format.js";

/** `cmgen export [kinds..]`: the objects of a service as a file. */
export const exportCommand = defineCommand({
  usage: "export [kinds..]",
  summary: "Write the objects of a running service as JSON Lines, YAML or CSV.",
  examples: [
    ["export -o all.jsonl", "All objects of all kinds"],
    ["export people --format csv --columns metadata.name,spec.age", "A table of one kind"],
    ["export --as-is -o people.copy", "The database as it is, with uids, versions and histories"],
  ],
  declare: (yargs) =>
    declareCopy(
      declareSelection(
        declareServer(
          yargs.positional("kinds", {
            type: "string",
            array: true,
            describe: "For example people, or people.<group>. Default: all kinds.",
          }),
        ),
      )
        .option("format", {
          choices: transferFormats,
          describe: "In which form. Default: what the file's name ends with, else jsonl.",
        })
        .option("columns", {
          type: "string",
          requiresArg: true,
          describe: "With csv: fields, as metadata.name,spec.age. Default: the name and the columns of the model.",
        })
        .option("output", {
          alias: "o",
          type: "string",
          requiresArg: true,
          describe: "The file to write, which is there once it is whole. Default: standard output.",
        }),
      "Write all that the database has, as it is stored, for import --as-is. For operators; the service may run.",
    ),
  run: async (options, terminal) => {
    const { kinds = [], format, columns, selector, fieldSelector, asIs, output, databaseUrl, plugin } = options;
    const selected = { "--selector": selector, "--field-selector": fieldSelector };
    assertFitting(asIs, {
      online: { "A kind": kinds, "--format": format, "--columns": columns, ...selected, ...serverGiven(options) },
      offline: { "--database-url": databaseUrl, "--plugin": plugin },
    });
    if (asIs) {
      const { exportCopy } = await import("../copy/export-copy.js");
      return exportCopy({ databaseUrl, plugin, output }, terminal);
    }
    const { exportObjects } = await import("../transfer/export-objects.js");
    return exportObjects(options, terminal);
  },
});

/** `cmgen import <file>`: the objects of a file into a service. */
export const importCommand = defineCommand({
  usage: "import <file>",
  summary: "Send the objects of JSON Lines, YAML or CSV to a running service.",
  examples: [
    ["import all.jsonl --resume all.state", "Objects of an export; once more to go on"],
    ["import people.csv --kind people --dry-run", "What would be refused of a table"],
    ["import --as-is people.copy --database-url postgresql://…", "A copy into an empty database"],
  ],
  declare: (yargs) =>
    declareCopy(
      declareServer(
        yargs.positional("file", {
          type: "string",
          demandOption: true,
          describe: "A file that cmgen export writes, or - for standard input.",
        }),
      )
        .option("format", {
          choices: transferFormats,
          describe: "In which form. Default: what the file's name ends with.",
        })
        .option("kind", {
          type: "string",
          requiresArg: true,
          describe: "The kind of objects that do not say theirs, as those of a table: people, or people.<group>.",
        })
        .option("mode", {
          choices: importModes,
          describe: "Create only; create or merge; create or replace. Default: apply.",
        })
        .option("dry-run", {
          type: "boolean",
          default: false,
          describe: "Write nothing; report what the service would refuse.",
        })
        .option("refused", { type: "string", requiresArg: true, describe: "Write refused objects to this file." })
        .option("resume", {
          type: "string",
          requiresArg: true,
          describe: "Keep in this file how far the import is, and go on from there.",
        }),
      "Store what export --as-is wrote in a database with empty tables, as it is. No service may run on it.",
    ),
  run: async (options, terminal) => {
    const { asIs, format, kind, mode = "apply", dryRun, resume, refused, databaseUrl, plugin } = options;
    const how = { "--mode": options.mode, "--dry-run": dryRun, "--resume": resume };
    assertFitting(asIs, {
      online: { "--format": format, "--kind": kind, ...how, ...serverGiven(options) },
      offline: { "--database-url": databaseUrl, "--plugin": plugin },
    });
    if (asIs) {
      const { importCopy } = await import("../copy/import-copy.js");
      return importCopy({ databaseUrl, plugin, file: options.file || "-", refused }, terminal);
    }
    const { importObjects } = await import("../transfer/import-objects.js");
    // To yargs a lone - is an empty text.
    return importObjects({ ...options, mode, file: options.file || "-" }, terminal);
  },
});
