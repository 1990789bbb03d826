import { exitCode, type ExitCode } from "../exit-code.js";
import { withService, type Connection, type ConnectOptions } from "../server/connect.js";
import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import { findTargets, type Target } from "./find-targets.js";
import { objectPrinter } from "./print-objects.js";
import { readFailures } from "./read-failures.js";
import { findObject, readObjects, type ObjectSelection } from "./read-objects.js";
import { assertNamedOrSelected, type OutputFormat, selectionOf } from "./selection-options.js";
import type { ServedObject } from "./served-object.js";
import { fullName, readResources, type ServedResource } from "./served-resource.js";

export interface GetObjectsOptions extends ConnectOptions {
  readonly resource: string;
  readonly names?: readonly string[] | undefined;
  readonly selector: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly output: OutputFormat;
}

/** Prints the objects that are named or selected; see the command. One that does not exist does not keep the others from being printed. */
export function getObjects(options: GetObjectsOptions, terminal: Terminal): Promise<ExitCode> {
  const words = [options.resource, ...(options.names ?? [])];
  const selection = selectionOf(options);
  assertNamedOrSelected(words, selection);
  return withService(options, terminal, async (connection) => {
    const targets = findTargets(await readResources(connection.transport), words);
    const isNamed = targets[0]?.name !== undefined;
    const notes = (resource: ServedResource) => readFailures(connection.transport, resource);
    const isList = !isNamed || targets.length > 1;
    const printer = objectPrinter({ format: options.output, isList, notes }, terminal);
    const missing = await eachObject({ connection, targets, selection, terminal }, printer.print);
    if (missing < targets.length) await printer.end();
    return missing === 0 ? exitCode.ok : exitCode.files;
  });
}

/** Objects that a command is about. */
export interface Reading {
  readonly connection: Connection;
  readonly targets: readonly Target[];
  readonly selection: ObjectSelection;
  readonly terminal: Terminal;
}

/** Calls `use` with the objects, those of one resource together, and returns how many of those named do not exist. */
export async function eachObject(
  { connection: { transport }, targets, selection, terminal }: Reading,
  use: (resource: ServedResource, objects: readonly ServedObject[]) => Promise<void>,
): Promise<number> {
  let missing = 0;
  for (const group of byResource(targets)) {
    const { resource } = group;
    const found: ServedObject[] = [];
    for (const name of group.names) {
      const object = await findObject(transport, resource, name);
      if (object !== undefined) found.push(object);
      else {
        missing += 1;
        terminal.error(`${printable(fullName(resource, name))} does not exist.\n`);
      }
    }
    if (group.names.length > 0) await use(resource, found);
    else for await (const { objects } of readObjects(transport, resource, selection)) await use(resource, objects);
  }
  return missing;
}

function byResource(targets: readonly Target[]): readonly { resource: ServedResource; names: readonly string[] }[] {
  const names = new Map<ServedResource, string[]>();
  for (const { resource, name } of targets) {
    names.set(resource, [...(names.get(resource) ?? []), ...(name === undefined ? [] : [name])]);
  }
  return [...names].map(([resource, given]) => ({ resource, names: given }));
}
