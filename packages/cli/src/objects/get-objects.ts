import { exitCode, type ExitCode } from "../exit-code.js";
import { withService, type Connection, type ConnectOptions } from "../server/connect.js";
import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { findTargets, type Target } from "./find-targets.js";
import { objectPrinter } from "./print-objects.js";
import { readFailures } from "./read-failures.js";
import { findObject, readObjects, type ObjectQuery } from "./read-objects.js";
import { assertNamedOrSelected, type OutputFormat, selectionOf } from "./selection-options.js";
import type { ServedObject } from "./served-object.js";
import { fullName, readResources, type ServedResource } from "./served-resource.js";
import { sortKeys } from "./sort-keys.js";
import { watchObjects } from "./watch-objects.js";

export interface GetObjectsOptions extends ConnectOptions {
  readonly resource: string;
  readonly names?: readonly string[] | undefined;
  readonly selector: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly sort?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  readonly watch: boolean;
  readonly watchOnly?: boolean;
  readonly output: OutputFormat;
}

/** Prints the objects that are named or selected; see the command. One that does not exist does not keep the others from being printed. */
export function getObjects(options: GetObjectsOptions, terminal: Terminal): Promise<ExitCode> {
  const words = [options.resource, ...(options.names ?? [])];
  const selection = selectionOf(options);
  assertNamedOrSelected(words, selection);
  assertTogether(options, words);
  return withService(options, terminal, async (connection) => {
    const targets = findTargets(await readResources(connection.transport), words);
    const sort = sortKeys(options.sort, targets[0]?.resource);
    if (options.watch || options.watchOnly === true) {
      return watchObjects({ connection, targets, query: { ...selection, sort } }, options, terminal);
    }
    const { limit, page } = options;
    const query = { ...selection, sort, limit, page };
    const isNamed = targets[0]?.name !== undefined;
    const notes = (resource: ServedResource) => readFailures(connection.transport, resource);
    const isList = !isNamed || targets.length > 1;
    const printer = objectPrinter({ format: options.output, isList, notes }, terminal);
    const { missing, hasMore } = await eachObject({ connection, targets, query, terminal }, printer.print);
    if (missing < targets.length) await printer.end();
    if (hasMore) terminal.error(`There are more: --page ${(page ?? 1) + 1} has the next ones.\n`);
    return missing === 0 ? exitCode.ok : exitCode.refused;
  });
}

/** @throws {UsageError} for options that have no meaning together */
function assertTogether(options: GetObjectsOptions, words: readonly string[]): void {
  const { limit, page, sort } = options;
  const isNamed = words.length > 1 || words[0]?.includes("/") === true;
  const isPaged = limit !== undefined || page !== undefined;
  if (page !== undefined && limit === undefined)
    throw new UsageError("Give --limit with --page: it is the size of a page.");
  if (isNamed && (isPaged || sort !== undefined))
    throw new UsageError("--sort, --limit and --page are for lists: give no names.");
  if (isPaged && (options.watch || options.watchOnly === true)) {
    throw new UsageError("A watch is of all objects selected: leave out --limit and --page.");
  }
}

/** Objects that a command is about. */
export interface Reading {
  readonly connection: Connection;
  readonly targets: readonly Target[];
  readonly query: ObjectQuery;
  readonly terminal: Terminal;
}

/** What became of the objects that a command is about. */
export interface Read {
  /** How many of those named do not exist. */
  readonly missing: number;
  /** Whether there are more than the limit. */
  readonly hasMore: boolean;
}

/** Calls `use` with the objects, those of one resource together. */
export async function eachObject(
  { connection, targets, query, terminal }: Reading,
  use: (resource: ServedResource, objects: readonly ServedObject[]) => Promise<void>,
): Promise<Read> {
  let missing = 0;
  let hasMore = false;
  for (const { resource, names } of byResource(targets)) {
    const found: ServedObject[] = [];
    for (const name of names) {
      const object = await findObject(connection, resource, name);
      if (object !== undefined) found.push(object);
      else {
        missing += 1;
        terminal.error(`${printable(fullName(resource, name))} does not exist.\n`);
      }
    }
    if (names.length > 0) await use(resource, found);
    else {
      for await (const batch of readObjects(connection, resource, query)) {
        await use(resource, batch.objects);
        ({ hasMore } = batch);
      }
    }
  }
  return { missing, hasMore };
}

function byResource(targets: readonly Target[]): readonly { resource: ServedResource; names: readonly string[] }[] {
  const names = new Map<ServedResource, string[]>();
  for (const { resource, name } of targets) {
    names.set(resource, [...(names.get(resource) ?? []), ...(name === undefined ? [] : [name])]);
  }
  return [...names].map(([resource, given]) => ({ resource, names: given }));
}
