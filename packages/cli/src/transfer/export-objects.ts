import { printCsvCell } from "@cmgen/model/internal";

import { exitCode, type ExitCode } from "../exit-code.js";
import { readObjects } from "../objects/read-objects.js";
import { readOpenApi } from "../objects/read-open-api.js";
import { selectionOf } from "../objects/selection-options.js";
import type { ServedObject } from "../objects/served-object.js";
import { resourcesOf, type ServedResource } from "../objects/served-resource.js";
import { withService, type ConnectOptions } from "../server/connect.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { csvColumns, printCsv, usualPaths } from "./csv-columns.js";
import { exportOrder } from "./export-order.js";
import { openOutput } from "./output-file.js";
import { formatOf, type TransferFormat } from "./transfer-format.js";

export interface ExportOptions extends ConnectOptions {
  readonly kinds?: readonly string[] | undefined;
  readonly format?: TransferFormat | undefined;
  readonly columns?: string | undefined;
  readonly selector: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly output?: string | undefined;
}

/** Writes the objects of a service; see the command. What cannot be read whole leaves no file. */
export function exportObjects(options: ExportOptions, terminal: Terminal): Promise<ExitCode> {
  const format = options.format ?? formatOf(options.output ?? "") ?? "jsonl";
  if (options.columns !== undefined && format !== "csv") throw new UsageError("--columns goes with --format csv.");
  return withService(options, terminal, async (connection) => {
    const document = await readOpenApi(connection.transport);
    const resources = exportOrder(resourcesOf(document), options.kinds ?? []);
    const { head, print } = await printerOf(format, { resources, document, columns: options.columns });
    const output = await openOutput(options.output, terminal);
    let count = 0;
    try {
      await output.write(head);
      for (const resource of resources) {
        for await (const { objects } of readObjects(connection, resource, selectionOf(options))) {
          await output.write(objects.map(print).join(""));
          count += objects.length;
          terminal.showProgress?.(`Exported ${count} objects, now ${resource.plural}.`);
        }
      }
      await output.finish();
    } catch (error) {
      await output.discard();
      throw error;
    } finally {
      terminal.showProgress?.("");
    }
    if (options.output !== undefined) terminal.out(`Exported ${count} objects.\n`);
    return exitCode.ok;
  });
}

/** How objects are written. */
interface Printer {
  /** What is before the first. */
  readonly head: string;
  readonly print: (object: ServedObject) => string;
}

/** What is exported. */
interface Exported {
  readonly resources: readonly ServedResource[];
  readonly document: unknown;
  readonly columns: string | undefined;
}

/** @throws {UsageError} for a table of several kinds, and for columns that are not fields */
async function printerOf(format: TransferFormat, { resources, document, columns }: Exported): Promise<Printer> {
  switch (format) {
    case "jsonl":
      return { head: "", print: (object) => `${JSON.stringify(object)}\n` };
    case "yaml": {
      const { printYaml } = await import("../objects/print-yaml.js");
      return { head: "", print: (object) => `---\n${printYaml(object)}` };
    }
    default: {
      const [only, ...others] = resources;
      if (only === undefined || others.length > 0) throw new UsageError("A table has one kind: name it.");
      const paths = columns?.split(",").map((path) => path.trim()) ?? usualPaths(only);
      const known = csvColumns(paths, only, document);
      const head = `${known.map(({ path }) => printCsvCell(path, true)).join(",")}\r\n`;
      return { head, print: (object) => printCsv(known, object) };
    }
  }
}
