import { join, resolve } from "node:path";
import { relativePath } from "@cmgen/generator/paths";

import { defineCommand } from "../define-command.js";
import { exitCode } from "../exit-code.js";
import { FilesError, UsageError } from "../usage-error.js";

/** `cmgen client <document>`: a typed client of a service whose sources are not at hand. */
export const clientCommand = defineCommand({
  usage: "client <document>",
  summary: "Write a typed client of a service, from its OpenAPI document.",
  declare: (yargs) =>
    yargs
      .positional("document", {
        type: "string",
        demandOption: true,
        describe: "The address of a service or of its openapi.json, or a file.",
      })
      .option("out", { type: "string", demandOption: true, requiresArg: true, describe: "The client's own folder." })
      .option("check", {
        type: "boolean",
        default: false,
        describe: "Write nothing; print a diff, and end with 1 on drift.",
      })
      .option("force", { type: "boolean", default: false, describe: "Overwrite files that were edited by hand." })
      .option("react", { type: "boolean", default: false, describe: "Write hooks for React, too." })
      .option("token", {
        type: "string",
        requiresArg: true,
        default: process.env["CMGEN_TOKEN"],
        defaultDescription: "CMGEN_TOKEN",
        describe: "Sent as a bearer token.",
      })
      .option("header", {
        type: "string",
        array: true,
        nargs: 1,
        describe: 'Sent with the request, as "Name: value". May be repeated.',
      })
      .option("timeout", { type: "number", default: 30, requiresArg: true, describe: "Seconds a download may take." })
      .check(({ timeout, out }) => {
        if (!(timeout > 0 && timeout <= 3600))
          throw new UsageError("--timeout must be a number of seconds up to 3600.");
        if (out === "") throw new UsageError("--out must name a folder.");
        return true;
      }),
  run: async (options, terminal) => {
    const { document: source, out, check, force, react, token, header = [], timeout } = options;
    const { workingFolder } = terminal;
    const folder = resolve(workingFolder, out);
    const shown = (path: string): string => relativePath(workingFolder, join(folder, path)) || ".";
    const { readSource } = await import("../client/read-source.js");
    const document = await readSource(source, { workingFolder, token, headers: header, timeoutMs: timeout * 1000 });
    const { DocumentError, generateClient, OutputError } = await import("@cmgen/generator");
    try {
      const result = await generateClient(document, { folder, check, force, react });
      const { reportClient } = await import("../report/report-client.js");
      await reportClient(result, shown, terminal);
      return endings[result.status];
    } catch (error) {
      if (error instanceof DocumentError) throw new FilesError(`${source}: ${error.message}`, { cause: error });
      if (error instanceof OutputError) throw new FilesError(shown(error.message), { cause: error });
      throw error;
    }
  },
});

const endings = { written: exitCode.ok, drift: exitCode.drift, conflict: exitCode.files } as const;
