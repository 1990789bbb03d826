import { jsonEqual } from "@cmgen/model/internal";

import { exitCode, type ExitCode } from "../exit-code.js";
import { printYaml } from "../objects/print-yaml.js";
import { findObject } from "../objects/read-objects.js";
import { fullName, readResources } from "../objects/served-resource.js";
import { withService, type ConnectOptions } from "../server/connect.js";
import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { assertNamed } from "./assert-named.js";
import { locateDocuments } from "./locate-documents.js";
import { plannedObject } from "./planned-object.js";
import { readDocuments } from "./read-documents.js";

export interface DiffOptions extends ConnectOptions {
  readonly filename: readonly string[] | undefined;
  readonly recursive: boolean;
}

/** Prints what `apply` would change of objects, as a unified diff of their YAML; see the command. */
export function diffDocuments(
  { filename: filenames = [], ...options }: DiffOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (filenames.length === 0) throw new UsageError("Give files with -f, or -f - for standard input.");
  return withService(options, terminal, async (connection) => {
    const documents = await readDocuments({ filenames, recursive: options.recursive }, terminal);
    const located = locateDocuments(documents, await readResources(connection.transport));
    for (const { object, placeOf } of located) assertNamed(object, placeOf);
    let differences = 0;
    for (const { resource, object } of located) {
      const { name = "" } = object.metadata;
      const before = await findObject(connection, resource, name);
      const after = plannedObject(object, before);
      if (before !== undefined && jsonEqual(before, after)) continue;
      differences += 1;
      const { printDrift } = await import("@cmgen/generator");
      const change = {
        path: fullName(resource, name),
        ...(before !== undefined && { before: printYaml(before) }),
        after: printYaml(before === undefined ? object : after),
      };
      terminal.out(printable(await printDrift([change])));
      await terminal.drained?.();
    }
    return differences === 0 ? exitCode.ok : exitCode.found;
  });
}
