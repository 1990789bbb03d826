import { printSelector } from "@cmgen/model/internal";

import { exitCode, type ExitCode } from "../exit-code.js";
import type { Connection } from "../server/connect.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { changePrinter } from "./change-printer.js";
import type { Target } from "./find-targets.js";
import { followObjects } from "./follow-objects.js";
import type { ObjectQuery } from "./read-objects.js";
import type { OutputFormat } from "./selection-options.js";

/** Objects that are watched. */
export interface Watching {
  readonly connection: Connection;
  readonly targets: readonly Target[];
  readonly query: ObjectQuery;
}

export interface WatchObjectsOptions {
  readonly watchOnly?: boolean;
  readonly output: OutputFormat;
}

/**
 * Prints objects and their changes until it is interrupted; see `cmgen get`. Objects that are named need not exist yet.
 *
 * @throws {UsageError} if the objects are of several resources
 */
export async function watchObjects(
  { connection, targets, query }: Watching,
  { watchOnly = false, output }: WatchObjectsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const [resource, ...others] = new Set(targets.map((target) => target.resource));
  if (resource === undefined || others.length > 0) throw new UsageError("Give objects of one resource to watch.");
  const names = targets.flatMap(({ name }) => (name === undefined ? [] : [name]));
  const meant = names.length === 0 ? query : { fieldSelector: selectorOfNames(names) };
  const printer = changePrinter(output, resource, terminal);
  const signal = terminal.interrupted();
  for await (const event of followObjects({ connection, resource, query: meant, isListed: !watchOnly, signal })) {
    if (event.type === "RESET") await printer.reset();
    else await printer.print(event.type, event.objects);
  }
  return exitCode.ok;
}

/** Selects objects by their names. */
export function selectorOfNames(names: readonly string[]): string {
  return printSelector([{ key: "metadata.name", operator: "in", values: names }]);
}
