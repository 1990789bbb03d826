import type { Argv } from "yargs";

import { defineCommand } from "../define-command.js";
import { declareSelection } from "../objects/selection-options.js";
import { declareServer, type ServerOptions } from "../server/server-options.js";
import { importModes } from "../transfer/import-mode.js";
import { transferFormats } from "../transfer/transfer-format.js";
import { UsageError } from "../usage-error.js";

/** Options of a copy of a database, as yargs reads them. */
interface CopyOptions {
  readonly "as-is": boolean;
  readonly "database-url": string | undefined;
  readonly plugin: readonly string[] | undefined;
}

function declareCopy<Before>(yargs: Argv<Before>, asIs: string): Argv<Before & CopyOptions> {
  return yargs
    .option("as-is", { type: "boolean", default: false, describe: asIs })
    .option("database-url", {
      type: "string",
      requiresArg: true,
      describe: "With --as-is: file:<path> or postgresql://… Default: CMGEN_DATABASE_URL, else the plugin's own.",
    })
    .option("plugin", {
      type: "string",
      array: true,
      requiresArg: true,
      describe: "With --as-is: the compiled plugin.js of each plugin that the service runs. Default: the plugin's own.",
    });
}

/** @throws {UsageError} for options that say something about a service in a command about a database, and the other way round */
function assertFitting(isAsIs: boolean, given: { readonly online: Given; readonly offline: Given }): void {
  const { online, offline } = given;
  const [wrong] = Object.entries(isAsIs ? online : offline).find(([, value]) => isGiven(value)) ?? [];
  if (wrong === undefined) return;
  throw new UsageError(
    isAsIs
      ? `${wrong} does not go with --as-is, which is about a whole database and not about a service.`
      : `${wrong} goes with --as-is only.`,
  );
}

type Given = Readonly<Record<string, unknown>>;

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

/** Options that say which service is called. */
function serverGiven(options: Partial<ServerOptions> & { readonly tokenFile?: string | undefined }): Given {
  const { server, context, token, tokenFile, header } = options;
  return { "--server": server, "--context": context, "--token": token, "--token-file": tokenFile, "--header": header };
}

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
          describe: "With csv: fields, as metadata.name,spec.age. Default: the name and the indexes.",
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
      const { exportCopy } = await import("../transfer/export-copy.js");
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
      const { importCopy } = await import("../transfer/import-copy.js");
      return importCopy({ databaseUrl, plugin, file: options.file || "-", refused }, terminal);
    }
    const { importObjects } = await import("../transfer/import-objects.js");
    // To yargs a lone - is an empty text.
    return importObjects({ ...options, mode, file: options.file || "-" }, terminal);
  },
});
