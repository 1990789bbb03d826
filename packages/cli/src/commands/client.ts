import { join, resolve } from "node:path";
import { relativePath } from "@cmgen/generator/paths";

import { defineCommand } from "../define-command.js";
import { exitCode } from "../exit-code.js";
import { declareServer } from "../server/server-options.js";
import { FilesError, UsageError } from "../usage-error.js";

/** `cmgen client [document]`: a typed client of a service whose sources are not at hand. */
export const clientCommand = defineCommand({
  usage: "client [document]",
  summary: "Write a typed client of a service, from its OpenAPI document.",
  examples: [
    ["client http://127.0.0.1:8090 --out src/people", "Of a service that runs"],
    ["client openapi.json --out src/people --check", "Compare with a file, as in CI"],
  ],
  declare: (yargs) =>
    declareServer(yargs, "How long the download may take")
      .positional("document", {
        type: "string",
        describe: "The address of a service or of its openapi.json, or a file. Default: the service of --server.",
      })
      .option("out", { type: "string", demandOption: true, requiresArg: true, describe: "The client's own folder." })
      .option("check", {
        type: "boolean",
        default: false,
        describe: "Write nothing; print a diff, and end with 1 on drift.",
      })
      .option("force", { type: "boolean", default: false, describe: "Overwrite files that were edited by hand." })
      .option("react", { type: "boolean", default: false, describe: "Write hooks for React, too." })
      .check(({ out }) => {
        if (out === "") throw new UsageError("--out must name a folder.");
        return true;
      }),
  run: async (options, terminal) => {
    const { document: source, out, check, force, react } = options;
    const { workingFolder } = terminal;
    const folder = resolve(workingFolder, out);
    const shown = (path: string): string => relativePath(workingFolder, join(folder, path)) || ".";
    const { readSource } = await import("../client/read-source.js");
    const document = await readSource(source, { ...options, workingFolder });
    const { DocumentError, generateClient, OutputError } = await import("@cmgen/generator");
    try {
      const result = await generateClient(document, { folder, check, force, react });
      const { reportClient } = await import("../report/report-client.js");
      await reportClient(result, shown, terminal);
      return endings[result.status];
    } catch (error) {
      if (error instanceof DocumentError)
        throw new FilesError(`${source ?? "The service's document"}: ${error.message}`, { cause: error });
      if (error instanceof OutputError) throw new FilesError(shown(error.message), { cause: error });
      throw error;
    }
  },
});

const endings = { written: exitCode.ok, drift: exitCode.found, conflict: exitCode.refused } as const;
